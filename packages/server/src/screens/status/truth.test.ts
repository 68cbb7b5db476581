import type { Heartbeat, PlayingReport } from '@vitrine/contract/api/screens/screen-report'
import { CORRECTABLE, TRUTH_OF, TRUTHS, type TruthReason } from '@vitrine/contract/player/truth'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/ids.ts'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

const MINUTE = 60_000

describe('the truth about a screen', () => {
  const server = useServer()

  const again = (admin: { email: string }): Promise<Caller> =>
    server().signIn({ email: admin.email, password: 'password-1' })

  const prepared = async () => {
    const first = await server().organization()
    // The first schedule is no longer new when screens report. Sessions are shorter.
    server().clock.advance(10 * MINUTE)
    const admin = await again(first)
    const [daily, special] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const group = await makeGroup(admin, daily.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const { deviceId } = screen
    const truth = async () => (await admin.api.devices.get({ params: { id: deviceId } })).device.truth
    /** Reports the newest version, and this on screen. */
    const shows = async (playing: Partial<PlayingReport>, more: Partial<Heartbeat> = {}) => {
      const { raw } = await screen.manifest()
      const shown = { group: raw.group.hash, device: raw.device.hash }
      const since = server().clock.now() - 10 * MINUTE
      const all = { storyboardId: daily.id, pageId: 'p', reason: 'default' as const, since, ...playing }
      await screen.report(shown, { playing: all, ...more })
    }
    const later = (minutes: number) => server().clock.advance(minutes * MINUTE)
    later(4)
    return { admin, daily, special, group, screen, deviceId, truth, shows, later }
  }

  it('is wrong on a screen whose pages have been emptied', async () => {
    const { admin, daily, truth, shows } = await prepared()
    const { items } = (await admin.api.storyboards.get({ params: { id: daily.id } })).storyboard
    const params = { id: items[0]?.layoutId ?? '' }
    const { layout } = await admin.api.layouts.get({ params })
    const body = { ...layout, widgets: [], config: { inputs: [] } }
    await admin.api.layouts.update({ params, body })
    await shows({ storyboardId: null, pageId: null, reason: 'nothing' })
    expect(await truth()).toMatchObject({
      ...{ value: 'differs', because: 'nothing', should: daily.name, shows: null },
      sentence: `Should show ${daily.name}, but none of its pages has anything to show now`,
    })
  })

  it('counts a layer that can no longer be shown, and none that shows', async () => {
    const { admin, daily, special, group, truth, shows, later } = await prepared()
    const layer = { name: 'Ticker', place: { kind: 'bottom' as const }, storyboardId: special.id, slots: [] }
    const schedule = {
      ...{ timezone: 'Etc/GMT', defaultStoryboardId: daily.id, slots: [], layers: [layer] },
    }
    const body = { name: 'All', schedule }
    await admin.api.deviceGroups.update({ params: { id: group.id }, body: body as never })
    later(5)
    await shows({})
    expect(await truth()).toMatchObject({ value: 'right', because: 'scheduled', shows: daily.name })
    await shows({ failing: { storyboardId: special.id, why: 'it is black' } })
    expect(await truth()).toMatchObject({
      ...{ value: 'differs', because: 'blank', should: special.name, shows: daily.name },
      sentence: `Can't show ${special.name}: it is black`,
    })
    const { deviceGroup } = await admin.api.deviceGroups.get({ params: { id: group.id } })
    expect(deviceGroup.delivery).toMatchObject({ right: 0, differs: 1 })
    await shows({ failing: null })
    expect(await truth()).toMatchObject({ value: 'right', because: 'scheduled' })
  })

  it('is one value and one sentence, from its schedule, switches, takeovers, TV, and connection', async () => {
    const { admin, daily, special, deviceId, truth, shows, later, screen } = await prepared()
    expect(await truth()).toMatchObject({
      value: 'unknown',
      because: 'never',
      sentence: 'Has never connected',
    })
    await shows({})
    expect(await truth()).toMatchObject({
      ...{ value: 'right', because: 'scheduled', should: daily.name, shows: daily.name },
      sentence: `Shows ${daily.name}, as planned`,
    })
    await shows({}, { screen: { ...FACTS, panel: 'other-input' } })
    expect((await truth()).sentence).toBe('Its TV is on, but shows another input')
    await shows({ failing: { storyboardId: daily.id, why: 'it is black' } })
    expect((await truth()).sentence).toBe(`Can't show ${daily.name}: it is black`)
    await shows({ storyboardId: special.id })
    expect((await truth()).sentence).toBe(`Should show ${daily.name}, shows ${special.name}`)
    await shows({ storyboardId: null, pageId: null, reason: 'nothing' })
    expect((await truth()).sentence).toBe(`Should show ${daily.name}, shows nothing`)

    await admin.api.devices.switchStory({
      params: { id: deviceId },
      body: { storyboardId: special.id, end: 'manual' },
    })
    expect(await truth()).toMatchObject({ value: 'right', because: 'updating' })
    await shows({ storyboardId: special.id, reason: 'override' })
    const switched = await truth()
    expect(switched).toMatchObject({ value: 'differs', because: 'switched', by: 'Ada Admin', end: 'manual' })
    expect(switched.sentence).toMatch(
      `Should show ${daily.name}, shows ${special.name} because Ada Admin switched it by hand at `,
    )
    expect(switched.sentence).toMatch(/, until someone ends it$/)

    const { takeover } = await admin.api.takeovers.start({
      body: {
        ...{ title: 'Fire', text: '', tone: 'danger' as const, storyboardId: null },
        ...{ targets: { kind: 'all' as const }, endsAt: server().clock.now() + 20 * MINUTE },
      },
    })
    expect((await truth()).sentence).toBe(`Should show the emergency takeover Fire, shows ${special.name}`)
    await shows({ storyboardId: special.id, reason: 'takeover' }, { takeoverId: takeover.id })
    expect((await truth()).sentence).toMatch(
      /^Shows the emergency takeover Fire, started by Ada Admin, until /,
    )
    await admin.api.takeovers.clear({ params: { id: takeover.id } })
    await admin.api.devices.putRight({ body: { ids: [deviceId] } })
    await shows({})
    expect(await truth()).toMatchObject({ value: 'right', because: 'scheduled' })
    const seen = server().clock.now()
    later(5)
    expect(await truth()).toMatchObject({ value: 'unknown', because: 'silent', since: seen })
    expect((await truth()).sentence).toMatch(new RegExp(`^Last seen at .*, showing ${daily.name}$`))
    await screen.report({ group: 'old', device: 'old' })
    expect((await truth()).sentence).toBe(
      `Should show the latest version of ${daily.name}, shows an older one`,
    )
  })

  it('of a screen without a group is right while it shows what someone sent it', async () => {
    const { admin, special, deviceId, truth, shows, later } = await prepared()
    const { device } = await admin.api.devices.get({ params: { id: deviceId } })
    await admin.api.devices.update({
      params: { id: deviceId },
      body: { name: device.name, deviceGroupId: null },
    })
    later(5)
    await shows({ storyboardId: null, pageId: null, reason: 'nothing' })
    expect((await truth()).sentence).toBe('Shows nothing, because no storyboard is planned for it now')
    await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId: special.id } })
    await shows({ storyboardId: special.id, reason: 'override' })
    expect(await truth()).toMatchObject({ value: 'right', because: 'sent' })
    const { results } = await admin.api.devices.putRight({ body: { ids: [deviceId] } })
    expect(results).toMatchObject([{ id: deviceId, did: 'nothing' }])
  })

  it('follows a time slot two minutes after its start, and content with dates', async () => {
    const { admin, daily, special, group, truth, shows } = await prepared()
    const { clock } = server()
    const time = (at: number) =>
      new Date(at).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
    const start = Math.ceil(clock.now() / MINUTE) * MINUTE + 5 * MINUTE
    const slots = [{ from: time(start), to: time(start + 30 * MINUTE), storyboardId: special.id }]
    const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: daily.id, slots }
    await admin.api.deviceGroups.update({ params: { id: group.id }, body: { name: group.name, schedule } })
    clock.advance(start - 1 - clock.now())
    await shows({})
    expect((await truth()).because).toBe('scheduled')
    clock.advance(1)
    expect(await truth()).toMatchObject({ because: 'updating', should: special.name })
    clock.advance(2 * MINUTE - 1)
    expect((await truth()).because).toBe('updating')
    clock.advance(1)
    expect(await truth()).toMatchObject({ because: 'astray', should: special.name, shows: daily.name })
    await shows({ storyboardId: special.id, reason: 'slot' })
    expect((await truth()).because).toBe('scheduled')
  })

  describe('is the same everywhere', () => {
    type Admin = Caller & { organizationId: string; email: string }
    let admin: Admin
    let groupIds: string[]

    const CONNECTIONS = { never: null, online: 0, late: 4 * MINUTE, offline: 60 * MINUTE }
    const VERSIONS = ['shown', 'old', 'loading'] as const
    const CONTENTS = [
      ...(['planned', 'other', 'nothing', 'blank', 'failing', 'touched', 'taken', 'recent'] as const),
    ]
    const PANELS = [undefined, 'off', 'off-by-plan'] as const
    const SWITCHES = ['none', 'planned', 'other', 'timed'] as const

    /** A screen of each combination, in a group with a schedule, one without, and in none. */
    beforeAll(async () => {
      admin = await server().organization()
      const [daily, special] = [await makeStoryboard(admin), await makeStoryboard(admin)]
      const [full, empty] = [await makeGroup(admin, daily.id), await makeGroup(admin)]
      groupIds = [full.id, empty.id]
      const { building } = await admin.api.buildings.create({
        body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }, { name: 'First' }] },
      })
      const one = await TestScreen.claim(server(), admin)
      server().clock.advance(60 * MINUTE)
      admin = Object.assign(await again(admin), { organizationId: admin.organizationId, email: admin.email })
      const { database, clock } = server().services
      const now = clock.now()
      for (const id of groupIds) await server().services.publisher.publish([{ kind: 'group', id }])
      await server().services.publisher.idle()
      const hashOf = new Map(
        (await database.selectFrom('device_groups').select(['id', 'manifestHash']).execute()).map((row) => [
          row.id,
          row.manifestHash,
        ]),
      )
      const { id: _, ...device } = await database
        .selectFrom('devices')
        .selectAll()
        .where('id', '=', one.deviceId)
        .executeTakeFirstOrThrow()
      const { raw } = await one.manifest()
      const groups = [full.id, empty.id, null]
      const devices: (typeof device & { id: string })[] = []
      const states: Parameters<ReturnType<typeof database.insertInto<'device_states'>>['values']>[0][] = []
      let n = 0
      for (const [connection, age] of Object.entries(CONNECTIONS))
        for (const version of connection === 'never' ? VERSIONS.slice(0, 1) : VERSIONS)
          for (const content of connection === 'never' ? CONTENTS.slice(0, 1) : CONTENTS)
            for (const panel of PANELS)
              for (const manual of SWITCHES)
                for (const groupId of groups) {
                  n++
                  const id = newId()
                  const floorId = building.floors[n % 3]?.id ?? null
                  const switchedTo = manual === 'none' ? null : manual === 'planned' ? daily.id : special.id
                  devices.push({
                    ...{ ...device, id, name: `S${n}`, nameKey: `s${n}`, tokenHash: newId(), floorId },
                    ...{ deviceGroupId: groupId, manifestHash: 'own', manifestAt: now - 60 * MINUTE },
                    ...{ overrideStoryboardId: switchedTo, overrideSince: switchedTo && now - 5 * MINUTE },
                    overrideBy: switchedTo && 'Mona',
                    overrideEnd: switchedTo && (manual === 'timed' ? 'time' : 'manual'),
                    overrideUntil: manual === 'timed' ? now + 60 * MINUTE : null,
                  } as (typeof devices)[number])
                  if (age === null) continue
                  const group = groupId === null ? raw.group.hash : (hashOf.get(groupId) ?? '')
                  const latest = { Device: 'own', Group: group }
                  const old = { Device: 'x', Group: 'x' }
                  const [held, shown] = version === 'shown' ? [latest, latest] : [old, old]
                  const reasons = { touched: 'action', taken: 'takeover', nothing: 'nothing' } as Record<
                    string,
                    string
                  >
                  const storyboardId =
                    content === 'nothing'
                      ? null
                      : content === 'other' || content === 'recent'
                        ? special.id
                        : daily.id
                  states.push({
                    ...{ id, organizationId: admin.organizationId, ip: '', errors: '[]', detail: '{}' },
                    ...{ heldGroup: held.Group, heldDevice: held.Device, shownGroup: shown.Group },
                    ...{ shownDevice: shown.Device, shownGroupAt: null, shownDeviceAt: null },
                    screen: JSON.stringify({ ...FACTS, panel }),
                    playing: JSON.stringify({
                      storyboardId,
                      pageId: content === 'blank' || storyboardId === null ? null : 'p',
                      reason: reasons[content] ?? 'default',
                      since: content === 'recent' ? now - 1000 : now - 30 * MINUTE,
                      failing: content === 'failing' ? { storyboardId: daily.id, why: 'black' } : null,
                    }),
                    download: JSON.stringify({ missing: version === 'loading' ? 1 : 0, total: 1 }),
                    ...{ lastSeenAt: now - age, reportedAt: now - age, takeoverId: n % 2 ? 'T' : null },
                  } as (typeof states)[number])
                }
      for (let at = 0; at < devices.length; at += 40)
        await database
          .insertInto('devices')
          .values(devices.slice(at, at + 40))
          .execute()
      for (let at = 0; at < states.length; at += 40)
        await database
          .insertInto('device_states')
          .values(states.slice(at, at + 40) as never)
          .execute()
    })

    const check = async () => {
      const { devices } = await admin.api.devices.list()
      const byReason = Map.groupBy(devices, ({ truth }) => truth.because)
      for (const { truth } of devices) expect(truth.value).toBe(TRUTH_OF[truth.because])
      const { states } = await admin.api.devices.states()
      const idsOf = (some: typeof devices) => some.map(({ id }) => id).sort()
      for (const value of TRUTHS) {
        const found = await admin.api.devices.list({ query: { only: value } })
        const expected = devices.filter(({ truth }) => truth.value === value)
        // The reasons and reports of screens that one of them has and the other lacks.
        const differing = (some: typeof devices, others: typeof devices) => {
          const known = new Set(idsOf(others))
          return some
            .filter(({ id }) => !known.has(id))
            .slice(0, 3)
            .map(({ truth, content, playing, screen, manualSwitch }) => ({
              truth,
              content,
              playing,
              screen,
              manualSwitch,
            }))
        }
        expect([value, differing(found.devices, expected)]).toEqual([value, []])
        expect([value, differing(expected, found.devices)]).toEqual([value, []])
        expect([value, states[value]]).toEqual([value, expected.length])
      }
      for (const [only, because] of [
        ['switched', 'switched'],
        ['blank', 'blank'],
        ['unassigned', 'nothing'],
        ['behind', 'behind'],
        ['panel', 'panel'],
        ['never', 'never'],
        ['astray', 'astray'],
        ['untaken', 'untaken'],
      ] as const)
        expect([only, states[only]]).toEqual([only, byReason.get(because)?.length ?? 0])
      const countsOf = (some: readonly { truth: { value: string } }[]) =>
        Object.fromEntries(
          TRUTHS.map((value) => [value, some.filter(({ truth }) => truth.value === value).length]),
        )
      const { devicesGroups } = await admin.api.deviceGroups.list()
      for (const { id, delivery } of devicesGroups)
        expect(delivery).toMatchObject(countsOf(devices.filter(({ deviceGroupId }) => deviceGroupId === id)))
      const { deliveries } = await admin.api.devices.deliveries()
      for (const { groupId, ...delivery } of deliveries)
        expect(delivery).toMatchObject(countsOf(devices.filter((one) => one.deviceGroupId === groupId)))
      const { buildings } = await admin.api.floors.list()
      const onFloors = buildings.flatMap(({ floors }) => floors.flatMap((floor) => floor.devices))
      const truths = new Map(devices.map(({ id, truth }) => [id, truth]))
      for (const { id, truth } of onFloors) expect(truth).toEqual(truths.get(id))
      expect(onFloors.length).toBeGreaterThan(100)
      const { buildings: places } = await admin.api.buildings.list()
      expect(places.map(({ truth }) => truth)).toEqual([countsOf(onFloors)])
      return byReason
    }

    it('without a takeover', async () => {
      const reasons = await check()
      const never: TruthReason[] = ['takeover', 'untaken']
      expect([...reasons.keys()].sort()).toEqual(
        (Object.keys(TRUTH_OF) as TruthReason[]).filter((one) => !never.includes(one)).sort(),
      )
    })

    it('with takeovers of a group and of all', async () => {
      const targets = [{ kind: 'groups' as const, ids: groupIds.slice(0, 1) }, { kind: 'all' as const }]
      for (const target of targets) {
        const { takeover } = await admin.api.takeovers.start({
          body: {
            ...{ title: 'Fire', text: '', tone: 'danger' as const, storyboardId: null },
            ...{ targets: target, endsAt: server().clock.now() + 20 * MINUTE },
          },
        })
        const { database } = server().services
        await database
          .updateTable('device_states')
          .set({ takeoverId: takeover.id })
          .where('takeoverId', 'is not', null)
          .where('organizationId', '=', admin.organizationId)
          .execute()
        const reasons = await check()
        expect(reasons.get('takeover')?.length).toBeGreaterThan(10)
        expect(reasons.get('untaken')?.length).toBeGreaterThan(10)
        await admin.api.takeovers.clear({ params: { id: takeover.id } })
      }
    })

    it('to other organizations: none of these screens', async () => {
      const other = await server().organization()
      const { states, showing } = await other.api.devices.states()
      expect([states.right + states.differs + states.unknown, showing]).toEqual([0, []])
    })

    it('and is put right for all that can be, once', async () => {
      const before = (await admin.api.devices.list()).devices
      const can = before.filter(({ truth }) => CORRECTABLE.some((one) => one === truth.because))
      const { results, left } = await admin.api.devices.putRight({ body: {} })
      expect(results.length + left).toBe(can.length)
      expect(new Set(results.map(({ did }) => did))).toEqual(new Set(['returned', 'restarted']))
      const returned = results.filter(({ did }) => did === 'returned').map(({ id }) => id)
      const after = new Map((await admin.api.devices.list()).devices.map((device) => [device.id, device]))
      for (const id of returned) expect(after.get(id)?.manualSwitch).toBeNull()
    })
  })
})
