import type { Condition, Test } from '@vitrine/contract/schedule/conditions'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const MINUTE = 60_000
const test = (more: Partial<Test> = {}): Test => ({
  ...{ of: 'source', from: 'Queue', field: 'Length of Desk', is: 'above', value: 5 },
  ...more,
})
const BUSY: Condition = { tests: [test()] }

describe('conditions', () => {
  const server = useServer()
  let admin: Caller & { organizationId: string; email: string }
  let sourceId = ''

  beforeEach(async () => {
    admin = await server().organization()
    const file = { name: 'queue.csv', content: btoa('Name,Length\nDesk,3\n') }
    const body = { name: 'Queue', kind: 'csv', file } as never
    sourceId = (await admin.api.sources.create({ body })).source.id
  })

  const create = async (items: { when?: Condition }[], more = {}) => {
    const made = []
    for (const item of items) made.push({ layoutId: (await makeLayout(admin)).id, duration: 5, ...item })
    const { storyboard } = await admin.api.storyboards.create({
      body: { name: `Conditions ${Math.random()}`, type: 'designed', items: made, ...more },
    })
    return storyboard
  }
  const approved = async (items: { when?: Condition }[]) => {
    const { id } = await create(items)
    return (await admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })).storyboard
  }
  const setLength = (value: string) =>
    admin.api.sources.setCells({
      params: { id: sourceId },
      body: { cells: [{ row: 0, column: 1, value }] },
    })

  it('reach screens with the pages, and their rows although no page shows them', async () => {
    const storyboard = await approved([{}, { when: BUSY }])
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const { group: part } = await screen.manifest()
    expect(part.storyboards[storyboard.id]?.items.map(({ when }) => when)).toEqual([undefined, BUSY])
    expect(part.sources).toEqual(['queue'])
    await screen.open()
    await setLength('7')
    const { data } = await screen.next(({ name }) => name === 'source')
    expect(data).toMatchObject({ name: 'queue', source: { rows: [['Desk', '7']] } })
    screen.hangUp()
    const again = await screen.manifest()
    expect(again.raw.group.hash).toBe((await screen.manifest()).raw.group.hash)
  })

  it('keep the translations of their pages, and the sources that only a translation shows', async () => {
    const file = { name: 'waits.csv', content: btoa('Name,Minutes\nDesk,4\n') }
    await admin.api.sources.create({ body: { name: 'Waits', kind: 'csv', file } as never })
    const languages = {
      own: 'en',
      others: [{ language: 'de', texts: [{ of: 'Welcome', to: 'Noch {Waits: Minutes of Desk} Minuten' }] }],
      every: 10,
    }
    const config = { ...page('Welcome').config, languages }
    const { layout } = await admin.api.layouts.create({
      body: { ...page('Welcome'), name: 'Waiting', config } as never,
    })
    const items = [
      { layoutId: (await makeLayout(admin)).id, duration: 5 },
      { layoutId: layout.id, duration: 5, when: BUSY },
    ]
    const { storyboard } = await admin.api.storyboards.create({
      body: { name: 'Languages', type: 'designed', items },
    })
    await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const { group: part } = await screen.manifest()
    expect(part.storyboards[storyboard.id]?.items[1]?.when).toEqual(BUSY)
    expect(part.pages[layout.id]?.config).toMatchObject({ languages })
    expect([...(part.sources ?? [])].sort()).toEqual(['queue', 'waits'])
  })

  it('read triggers, whose state reaches screens like rows, with its end', async () => {
    const shown = await makeStoryboard(admin, { approve: true })
    const other = await makeGroup(admin, shown.id)
    const made = await admin.api.triggers.create({
      body: { name: 'Door', deviceGroupId: other.id, storyboardId: shown.id, minutes: 5 },
    })
    const { id } = made.trigger
    const raised: Condition = { tests: [{ of: 'trigger', from: id, field: 'Raised', is: 'is', value: true }] }
    const storyboard = await approved([{}, { when: raised }])
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    expect((await screen.manifest()).group.sources).toEqual([`trigger/${id}`])
    const state = async () =>
      (await admin.api.widgetData.source({ query: { name: `trigger/${id}` } })).source?.rows
    expect(await state()).toEqual([[false, null]])
    await screen.open()
    const until = server().clock.now() + 5 * MINUTE
    await server().as().call('POST', `/trigger/${made.secret}`)
    const { data } = await screen.next(({ name }) => name === 'source')
    expect(data).toMatchObject({ name: `trigger/${id}`, source: { rows: [[true, until]] } })
    server().clock.advance(6 * MINUTE)
    expect(await state()).toEqual([[false, null]])
    screen.hangUp()
    const stranger = await server().organization()
    expect((await stranger.api.widgetData.source({ query: { name: `trigger/${id}` } })).source).toBeNull()
  })

  it('that read what does not exist here are refused, each with its place', async () => {
    const stranger = await server().organization()
    const shown = await makeStoryboard(stranger)
    const group = await makeGroup(stranger, shown.id)
    const body = { name: 'Door', deviceGroupId: group.id, storyboardId: shown.id }
    const { trigger } = await stranger.api.triggers.create({ body })
    const tests = [
      test(),
      test({ from: 'Nothing' }),
      { of: 'trigger', from: trigger.id, field: 'Raised', is: 'is', value: true } as const,
    ]
    const { body: answer, status } = await refused(create([{}, { when: { tests } }]))
    expect(status).toBe(400)
    expect(Object.keys(answer.errors ?? {})).toEqual([
      'items.1.when.tests.1.from',
      'items.1.when.tests.2.from',
    ])
    const never = { tests: [test(), test({ is: 'below', value: 2 })] }
    expect((await refused(create([{ when: never }]))).body.errors).toEqual({
      'items.0.when.tests.1.value': 'This condition can never be true: its parts rule each other out',
    })
    const own: Condition = { tests: [test({ from: 'Screen', field: 'Branch', is: 'filled' })] }
    expect((await create([{ when: own }])).items[0]?.when?.tests[0]).not.toHaveProperty('value')
  })

  it('keep what they read from being deleted or renamed, until the last version that screens play is gone', async () => {
    const storyboard = await approved([{}, { when: BUSY }])
    const params = { id: sourceId }
    const source = { name: 'Line', kind: 'csv', every: 15, url: '' } as never
    for (const call of [
      () => admin.api.sources.remove({ params }),
      () => admin.api.sources.update({ params, body: source }),
    ]) {
      const { body, status } = await refused(call())
      expect([status, body.errKey]).toEqual([409, 'SOURCE_IN_USE'])
      expect(body.usedIn).toEqual([expect.objectContaining({ kind: 'storyboard', id: storyboard.id })])
    }
    const items = storyboard.items.map(({ when: _, ...item }) => item)
    const body = { ...storyboard, items }
    await admin.api.storyboards.update({ params: { id: storyboard.id }, body })
    expect((await refused(admin.api.sources.remove({ params }))).body.errKey).toBe('SOURCE_IN_USE')
    await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    expect(await admin.api.sources.remove({ params })).toMatchObject({ id: sourceId })
  })

  it('are kept by versions, copies, and the trash', async () => {
    const storyboard = await approved([{ when: BUSY }, {}])
    const params = { id: storyboard.id }
    const items = storyboard.items.map(({ when: _, ...item }) => item)
    await admin.api.storyboards.update({ params, body: { ...storyboard, items } })
    const { versions } = await admin.api.storyboards.versions({ params })
    const { version } = (await admin.api.storyboards.get({ params })).storyboard
    const first = versions.find((each) => each.version < version) ?? versions.at(-1)
    await admin.api.storyboards.restore({
      params: { ...params, version: first?.version ?? 0 },
      body: { version },
    })
    expect((await admin.api.storyboards.get({ params })).storyboard.items[0]?.when).toEqual(BUSY)
    await admin.api.storyboards.remove({ params })
    const { trash } = await admin.api.trash.list()
    const kept = trash.find(({ id }) => id === storyboard.id)
    await admin.api.trash.restore({ params: { id: kept?.id ?? '' } })
    expect((await refused(admin.api.sources.remove({ params: { id: sourceId } }))).body.errKey).toBe(
      'SOURCE_IN_USE',
    )
  })

  it('warn before the save where a screen may have nothing to show, and in the forecast', async () => {
    const storyboard = await approved([{}])
    const group = await makeGroup(admin, storyboard.id)
    await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const params = { id: storyboard.id }
    const dryRun = async (items: object[]) =>
      (
        await admin.api.storyboards.update({
          ...{ params, query: { dryRun: 'true' } },
          body: { ...storyboard, items: items as typeof storyboard.items },
        })
      ).impact
    const [item] = storyboard.items
    expect(await dryRun([{ ...item, when: BUSY }])).toMatchObject({ changes: 1, unsure: 1, nothing: null })
    expect(await dryRun([{ ...item, when: BUSY }, { ...item }])).toMatchObject({ changes: 1, unsure: 0 })
    const items = [{ ...item, when: BUSY }] as typeof storyboard.items
    await admin.api.storyboards.update({ params, body: { ...storyboard, items } })
    await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    const { gaps } = await admin.api.deviceGroups.forecast()
    expect(gaps).toMatchObject([{ kind: 'unsure', screens: 1, group: { id: group.id } }])
  })

  it('leave a screen right with what plays instead', async () => {
    const [busy, daily] = [await approved([{ when: BUSY }]), await makeStoryboard(admin, { approve: true })]
    const group = await makeGroup(admin, daily.id)
    const schedule = {
      timezone: 'Etc/GMT',
      defaultStoryboardId: daily.id,
      slots: [{ from: '12:00 AM', to: '12:00 AM', storyboardId: busy.id }],
    }
    const body = { name: group.name, schedule: schedule as never }
    await admin.api.deviceGroups.update({ params: { id: group.id }, body })
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    server().clock.advance(10 * MINUTE)
    const again = await server().signIn({ email: admin.email, password: 'password-1' })
    const because = async (storyboardId: string | null) => {
      const { raw } = await screen.manifest()
      const since = server().clock.now() - 5 * MINUTE
      await screen.report(
        { group: raw.group.hash, device: raw.device.hash },
        { playing: { storyboardId, pageId: storyboardId && 'p', reason: 'default', since } },
      )
      const { device } = await again.api.devices.get({ params: { id: screen.deviceId } })
      const { devices } = await again.api.devices.list({ query: { only: device.truth.value } })
      expect(devices.map(({ id }) => id)).toEqual([screen.deviceId])
      return `${device.truth.because}: ${device.truth.sentence}`
    }
    expect(await because(busy.id)).toBe(`scheduled: Shows ${busy.name}, as planned`)
    expect(await because(daily.id)).toBe(`scheduled: Shows ${daily.name}, as planned`)
    const other = await makeStoryboard(admin, { approve: true })
    expect(await because(other.id)).toMatch(/^astray/)
    expect(await because(null)).toMatch(/^astray/)
  })
})
