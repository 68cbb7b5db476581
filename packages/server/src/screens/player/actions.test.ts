import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { Action } from '@vitrine/contract/fields/actions'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens, obey } from '#test/screens.ts'

const next = (target: string): Action => ({
  event: 'CLICK_TOUCH',
  type: 'APPLICATION',
  verb: 'LOAD_NEXT_LAYOUT',
  target,
  props: {},
})
const load = (target: string, storyboardId: string): Action => ({
  event: 'CLICK_TOUCH',
  type: 'SYSTEM',
  verb: 'LOAD_STORYBOARD',
  target,
  props: { storyboardId, storyboardName: '' },
})
/** A page with a button for these actions. */
const pageWith = (actions: Action[]): LayoutDocument => ({
  ...page(),
  widgets: [{ ...page().widgets[0], id: 'b1', type: 'button', name: 'Button' }] as LayoutDocument['widgets'],
  config: { inputs: [{ name: 'b1-actions', value: actions }] },
})

let touches = 0
const touch = (action: Action, at: number, id = `touch-${String(++touches).padStart(6, '0')}`) => ({
  body: { id, widgetId: 'b1', action, at },
})

describe('an action for another screen', () => {
  const server = useServer()

  /** A kiosk with a button for a wall; `extra` adds actions to it. */
  async function hall(extra: (wall: TestScreen) => Promise<Action[]> = async () => []) {
    const admin = await server().organization()
    const [kiosk, wall, third] = await claimScreens(server(), admin, ['Kiosk', 'Wall', 'Third'])
    if (!kiosk || !wall || !third) throw new Error('Too few screens')
    const actions = [next(wall.deviceId), ...(await extra(wall))]
    const layout = await makeLayout(admin, pageWith(actions))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    await admin.api.devices.update({
      params: { id: kiosk.deviceId },
      body: { name: 'Kiosk', deviceGroupId: group.id },
    })
    const now = () => server().clock.now()
    return { admin, kiosk, wall, third, layout, storyboard, now }
  }

  it('PLAY: runs there, and the result is returned', async () => {
    const { kiosk, wall, now } = await hall()
    const action = next(wall.deviceId)
    expect(await kiosk.api.player.action(touch(action, now()))).toEqual({ state: 'offline', text: '' })
    const line = await obey(wall)
    expect(await kiosk.api.player.action(touch(action, now()))).toEqual({ state: 'done', text: '' })
    expect(line.commands).toMatchObject([{ kind: 'action', action, from: kiosk.deviceId }])
    line.close()
  })

  it('ACT-01 P0: reaches screens of the same organization only; others are not found', async () => {
    const stranger = await server().organization()
    const foreign = await TestScreen.claim(server(), stranger)
    const { admin, kiosk, wall, third, now } = await hall(async () => [
      next(foreign.deviceId),
      next('nowhere'),
    ])
    const lines = [await obey(wall), await obey(foreign)]
    const outcomes = await Promise.all(
      [foreign.deviceId, 'nowhere'].map((target) =>
        refused(kiosk.api.player.action(touch(next(target), now()))),
      ),
    )
    expect(outcomes.map(({ body }) => body)).toEqual([outcomes[0]?.body, outcomes[0]?.body])
    expect(outcomes[0]?.errKey).toBe('NOT_FOUND')
    // A disconnected screen isn't found, and neither a person nor another screen may send the kiosk's action.
    await admin.api.devices.remove({ params: { id: wall.deviceId } })
    expect((await refused(kiosk.api.player.action(touch(next(wall.deviceId), now())))).errKey).toBe(
      'NOT_FOUND',
    )
    expect((await refused(third.api.player.action(touch(next(kiosk.deviceId), now())))).errKey).toBe(
      'FORBIDDEN',
    )
    expect((await refused(admin.api.player.action(touch(next(kiosk.deviceId), now())))).status).toBe(401)
    expect(lines.flatMap(({ commands }) => commands)).toEqual([])
    for (const line of lines) line.close()
  })

  it("ACT-02 P0, ACT-03 P0: runs only if the sender's current manifest contains it exactly", async () => {
    const { admin, kiosk, wall, layout, now } = await hall()
    const line = await obey(wall)
    const action = next(wall.deviceId)
    const wrong: unknown[] = [
      { ...action, verb: 'LOAD_PREVIOUS_LAYOUT' },
      { ...action, props: { layoutOrder: 1 } },
      { ...action, more: 'x' },
      { ...action, verb: 'SHELL', type: 'SYSTEM' },
      { ...action, target: 'http://evil.example/' },
      { ...action, target: '$(reboot)' },
      load(wall.deviceId, 'nowhere'),
    ]
    for (const each of wrong) {
      const { status } = await refused(kiosk.api.player.action(touch(each as Action, now())))
      expect([400, 403], JSON.stringify(each)).toContain(status)
    }
    const otherWidget = { body: { ...touch(action, now()).body, widgetId: 'b2' } }
    expect((await refused(kiosk.api.player.action(otherWidget))).errKey).toBe('FORBIDDEN')
    await admin.api.layouts.update({
      params: { id: layout.id },
      body: { ...pageWith([]), name: layout.name },
    })
    expect((await refused(kiosk.api.player.action(touch(action, now())))).errKey).toBe('FORBIDDEN')
    expect(line.commands).toEqual([])
    line.close()
  })

  it('ACT-04 P0: runs once however often it is sent, and not after its deadline', async () => {
    const { kiosk, wall, now } = await hall()
    const line = await obey(wall)
    const call = touch(next(wall.deviceId), now(), 'the-same-touch')
    const answers = await Promise.all(Array.from({ length: 5 }, () => kiosk.api.player.action(call)))
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ state: 'done', text: '' })))
    expect(line.commands).toHaveLength(1)
    expect(line.commands[0]?.expiresAt).toBe(now() + 10_000)
    for (const at of [now() - 10_001, now() + 10_001, 0]) {
      const answer = await kiosk.api.player.action(touch(next(wall.deviceId), at))
      expect(answer.state).toBe('failed')
    }
    expect(line.commands).toHaveLength(1)
    line.close()
  })

  it('ACT-05 P1: is never queued: a failed action does not run later, when it may no longer be allowed', async () => {
    const { admin, kiosk, wall, layout, now } = await hall()
    const action = next(wall.deviceId)
    // Seen a moment ago, so it is tried, but it has no open stream.
    await wall.report({ group: '', device: '' })
    kiosk.api.player.action(touch(action, now())).catch(() => {})
    await admin.api.layouts.update({
      params: { id: layout.id },
      body: { ...pageWith([]), name: layout.name },
    })
    const line = await obey(wall)
    expect((await refused(kiosk.api.player.action(touch(action, now())))).errKey).toBe('FORBIDDEN')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(line.commands).toEqual([])
    line.close()
  })

  it('ACT-06 P1: cannot loop forever: a screen has a budget, and forwarded actions are not forwarded again', async () => {
    const { kiosk, wall, now } = await hall()
    const line = await obey(wall)
    const answers = []
    for (let n = 0; n < 31; n++)
      answers.push(
        await kiosk.api.player.action(touch(next(wall.deviceId), now())).then(
          ({ state }) => state,
          (error) => error.errKey,
        ),
      )
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'done'))
    expect(answers[30]).toBe('TOO_MANY_REQUESTS')
    line.close()
  })

  it('finds a screen by its address if only one has it', async () => {
    const { kiosk, wall, third, now } = await hall(async () => [next('127.0.0.1')])
    const line = await obey(wall)
    const facts = { group: '', device: '' }
    const send = () => kiosk.api.player.action(touch(next('127.0.0.1'), now()))
    expect((await refused(send())).errKey).toBe('NOT_FOUND')
    await wall.report(facts)
    expect((await send()).state).toBe('done')
    await third.report(facts)
    expect(await send()).toEqual({
      state: 'failed',
      text: 'Several screens have this address. Choose the screen by name.',
    })
    line.close()
  })

  it('sends a storyboard to a screen that does not have it, if it is approved', async () => {
    const admin = await server().organization()
    const [kiosk, wall] = await claimScreens(server(), admin, ['Kiosk', 'Wall'])
    if (!kiosk || !wall) throw new Error('Too few screens')
    const film = await makeStoryboard(admin)
    const action = load(wall.deviceId, film.id)
    const layout = await makeLayout(admin, pageWith([action]))
    const group = await makeGroup(admin, (await makeStoryboard(admin, { layoutIds: [layout.id] })).id)
    await admin.api.devices.update({
      params: { id: kiosk.deviceId },
      body: { name: 'K', deviceGroupId: group.id },
    })
    const line = await obey(wall)
    const now = server().clock.now()
    expect(await kiosk.api.player.action(touch(action, now))).toEqual({ state: 'done', text: '' })
    expect((await wall.manifest()).device.override).toMatchObject({ storyboardId: film.id })
    // The screen has the storyboard now, so the server sends the switch.
    expect(await kiosk.api.player.action(touch(action, now))).toEqual({ state: 'done', text: '' })
    expect(line.commands).toMatchObject([{ kind: 'action', action }])
    line.close()
  })
})
