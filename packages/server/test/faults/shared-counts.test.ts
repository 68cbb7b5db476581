import type { Action } from '@vitrine/contract/fields/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginFrom } from '#test/addresses.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { TestServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens, obey } from '#test/screens.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('two servers on one PostgreSQL', () => {
  let [one, two] = [undefined as TestServer | undefined, undefined as TestServer | undefined]
  const both = () => {
    if (!one || !two) throw new Error('The servers have not started')
    return [one, two] as const
  }
  beforeAll(async () => {
    one = await TestServer.start()
    two = await TestServer.start({}, { beside: one })
  })
  afterAll(async () => {
    await two?.close()
    await one?.close()
  })

  it('AUTH-10: allow ten wrong passwords together, in a row and at the same moment', async () => {
    const [first, second] = both()
    const guess = (email: string, n: number, host: string) =>
      loginFrom(n % 2 ? first : second, `127.0.1.${host}`, { email, password: 'wrong' })
    const inARow = await first.organization()
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await guess(inARow.email, n, '1')).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const right = { email: inARow.email, password: 'password-1' }
    const refusal = await loginFrom(second, '127.0.1.1', right)
    expect([refusal.status, refusal.retryAfter > 800]).toEqual([429, true])
    expect((await loginFrom(second, '127.0.1.2', right)).status).toBe(200)
    const together = await first.organization()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(together.email, n, '3')))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
    expect((await guess(together.email, 0, '3')).status).toBe(429)
    expect((await guess(together.email, 1, '3')).status).toBe(429)
  })

  it('let people log in at both, however many at a time, and forget wrong passwords then', async () => {
    const [first, second] = both()
    const { email } = await first.organization()
    const login = (n: number, password: string) =>
      loginFrom(n % 2 ? first : second, '127.0.1.4', { email, password })
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 8; n++) expect((await login(0, 'wrong')).status).toBe(401)
      expect((await login(0, 'password-1')).status).toBe(200)
    }
    const logins = await Promise.all(Array.from({ length: 16 }, (_, n) => login(n, 'password-1')))
    expect(new Set(logins.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('allow ten wrong codes of screens together', async () => {
    const [first, second] = both()
    const admin = await first.organization()
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      const caller = (n % 2 ? first : second).as(admin.token)
      statuses.push((await caller.call('POST', '/devices/claim', { code: 'BCDFGH', name: 'Guess' })).status)
    }
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect(new Set(statuses.slice(0, 10)).has(429)).toBe(false)
  })

  it('do a touch that is sent to both once, and answer both', async () => {
    const [first, second] = both()
    const admin = await first.organization()
    const [kiosk, wall] = await claimScreens(first, admin, ['Kiosk', 'Wall'])
    if (!kiosk || !wall) throw new Error('Too few screens')
    const action: Action = {
      event: 'CLICK_TOUCH',
      type: 'APPLICATION',
      verb: 'LOAD_NEXT_LAYOUT',
      target: wall.deviceId,
      props: {},
    }
    const button = { ...page().widgets[0], id: 'b1', type: 'button', name: 'Button' }
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: [button] as ReturnType<typeof page>['widgets'],
      config: { inputs: [{ name: 'b1-actions', value: [action] }] },
    })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const { id: deviceGroupId } = await makeGroup(admin, storyboard.id)
    await admin.api.devices.update({ params: { id: kiosk.deviceId }, body: { name: 'Kiosk', deviceGroupId } })
    const line = await obey(wall)
    // Its line is at the first server; the second one knows from the database that it is online.
    await wall.report({ group: '', device: '' })
    await first.services.reports.flush()
    const there = new TestScreen(second, kiosk.deviceId, kiosk.token)
    for (let n = 0; n < 5; n++) {
      const body = { id: `touch-of-two-${n}`, widgetId: 'b1', action, at: first.clock.now() }
      const results = await Promise.all(
        [kiosk, there, kiosk, there].map((screen) => screen.api.player.action({ body })),
      )
      expect(results).toEqual(Array(4).fill({ state: 'done', text: '' }))
      expect(line.commands).toHaveLength(n + 1)
    }
    line.close()
  })
})
