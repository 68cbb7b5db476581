import { countedMost } from '@vitrine/contract/api/base/totals'
import { DEVICE_STATES } from '@vitrine/contract/api/screens/device-facets'
import { searchKey } from '@vitrine/contract/search-key'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { newId } from '#lib/ids.ts'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { watchReader } from '#test/laws/scale/statements.ts'
import type { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

type Admin = Caller & { organizationId: string }

describe('counts of long lists', () => {
  const server = useServer()
  afterEach(() => vi.restoreAllMocks())

  /** Two groups, one with screens in every state, tags, and floors. */
  const seed = async () => {
    const admin = await server().organization()
    const [story, other] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const groups = [await makeGroup(admin, story.id), await makeGroup(admin, other.id)]
    const { building } = await admin.api.buildings.create({
      body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }, { name: 'First' }] },
    })
    const screens: TestScreen[] = []
    for (const group of [groups[0], groups[1], undefined])
      screens.push(
        ...(await claimScreens(
          server(),
          admin,
          ['Door', 'Hall', 'Till', 'Yard'].map((name) => `${name} ${group?.name ?? 'alone'}`),
          group && { deviceGroupId: group.id },
        )),
      )
    const { devices } = await admin.api.devices.list()
    for (const [n, { id, name, version }] of devices.entries()) {
      const floorId = [building.floors[0]?.id, building.floors[1]?.id, null][n % 3]
      await admin.api.devices.update({ params: { id }, body: { name, version, floorId } })
    }
    const ids = devices.slice(0, 5).map(({ id }) => id)
    await admin.api.devices.tagMany({ body: { ids, add: ['Summer'] } })
    const nothing = { storyboardId: null, pageId: null, reason: 'nothing', since: 0 } as const
    for (const [n, screen] of screens.entries()) {
      if (n % 4 === 0) await screen.report({ group: 'g', device: 'd' })
      if (n % 4 === 1) {
        const { raw } = await screen.manifest()
        await screen.report({ group: raw.group.hash, device: raw.device.hash }, { playing: nothing })
      }
    }
    await server().services.reports.flush()
    return { admin, story, groups, building, screens }
  }

  /** Screens like the others, so that the organization has more than are listed in the main thread. */
  const multiply = async ({ organizationId }: Admin, copies: number) => {
    const { database } = server().services
    const of = <T extends { id: string }>(rows: readonly T[], copy: number) =>
      rows.map((row) => ({ ...row, id: `${row.id.slice(0, -6)}${copy.toString(16).padStart(6, '0')}` }))
    const devices = await database
      .selectFrom('devices')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .execute()
    const states = await database
      .selectFrom('device_states')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .execute()
    for (let copy = 1; copy <= copies; copy++) {
      const rows = of(devices, copy).map((row) => ({ ...row, tokenHash: newId() }))
      await database.insertInto('devices').values(rows).execute()
      if (copy % 2) await database.insertInto('device_states').values(of(states, copy)).execute()
    }
  }

  it('of screens are the same with and without a page, for every filter, search, and role', async () => {
    const { admin, story, groups, building } = await seed()
    const superAdmin = await server().signIn()
    const { organizationId } = admin
    const callers: [string, Caller, { organizationId?: string }][] = [
      ['admin', admin, {}],
      ['user', await server().user(admin, ['devices', 'device-groups']), {}],
      ['super admin', superAdmin, { organizationId }],
      ['super admin of all', superAdmin, {}],
    ]
    const queries = [
      {},
      ...DEVICE_STATES.map((only) => ({ only })),
      { buildingId: building.id },
      { floorId: building.floors[1]?.id },
      { deviceGroupId: groups[0]?.id },
      { deviceGroupId: 'none' },
      { tag: 'Summer' },
      { tag: 'Winter' },
      ...['hall', 'hall alone', groups[1]?.name, story.name, 'summer', 'nothing of this'].map((search) => ({
        search,
      })),
      { search: 'hall', only: 'never' as const, floorId: building.floors[0]?.id },
      { tag: 'Summer', deviceGroupId: groups[0]?.id, sort: '-state' },
      { search: 'door', sort: 'group' },
    ]
    const check = async () => {
      const totals: Record<string, (number | undefined)[]> = {}
      for (const [who, caller, of] of callers)
        for (const query of queries) {
          const { devices: all } = await caller.api.devices.list({ query: { ...query, ...of } })
          const counted = []
          // A full page, and one past the end, don't reveal the total without a count.
          for (const page of [1, 200]) {
            const { total, devices } = await caller.api.devices.list({
              query: { ...query, ...of, page, pageSize: 20 },
            })
            expect(devices.map(({ id }) => id)).toEqual(
              all.slice((page - 1) * 20, page * 20).map(({ id }) => id),
            )
            counted.push(total)
          }
          const first = Math.min(all.length, countedMost('search' in query ? query.search : undefined) + 1)
          expect([who, query, counted]).toEqual([who, query, [first, all.length]])
          totals[who] = [...(totals[who] ?? []), all.length]
        }
      const [first, ...others] = Object.values(totals)
      expect(others.slice(0, 2)).toEqual([first, first])
      return first ?? []
    }
    const few = await check()
    expect(few[0]).toBe(12)
    expect(few.filter((count) => count !== undefined && count > 0 && count < 12).length).toBeGreaterThan(10)

    await multiply(admin, 170)
    const services = server().services
    const read = isPostgres(services.database) ? undefined : await watchReader(services)
    const many = await check()
    expect(many[0]).toBe(12 * 171)
    if (read) expect(read.filter(({ sql }) => sql.includes('count(*)')).length).toBeGreaterThan(20)
  })

  it('of groups and their screens, read in the readers, are those of each group, for every role', async () => {
    const { admin, groups, screens } = await seed()
    const { organizationId } = admin
    const { services } = server()
    const superAdmin = await server().signIn()
    const other = await server().organization()
    await makeGroup(other)
    await screens[6]?.report({ group: 'g', device: 'd' })
    const read = isPostgres(services.database) ? undefined : await watchReader(services)
    const callers: [Caller, { organizationId?: string }][] = [
      [admin, {}],
      [await server().user(admin, ['devices', 'device-groups']), {}],
      [superAdmin, { organizationId }],
    ]
    for (const [caller, of] of callers) {
      if (read) read.length = 0
      const { devicesGroups } = await caller.api.deviceGroups.list({ query: of })
      if (read) {
        expect(read.some(({ sql }) => sql.includes('from "device_groups"'))).toBe(true)
        for (const { parameters } of read) expect(parameters).toContain(organizationId)
      }
      expect(devicesGroups.map(({ id }) => id).sort()).toEqual(groups.map(({ id }) => id).sort())
      for (const group of devicesGroups) {
        // Read in the main thread.
        const { deviceGroup } = await admin.api.deviceGroups.get({ params: { id: group.id } })
        expect(group).toEqual(deviceGroup)
        const { devices } = await admin.api.devices.list({ query: { deviceGroupId: group.id } })
        expect(group.devices).toEqual(devices.map(({ id }) => id))
        expect(group.delivery).toMatchObject({
          screens: 4,
          online: devices.filter(({ connection }) => connection === 'online').length,
          shown: devices.filter(({ content }) => content === 'up-to-date').length,
        })
      }
      const online = devicesGroups.map(({ delivery }) => delivery.online).sort()
      expect(online).toEqual([2, 3])
      for (const [query, total] of [
        [{ page: 1, pageSize: 1 }, 2],
        [{ page: 9, pageSize: 1 }, 2],
        [{ page: 1, pageSize: 1, search: searchKey(groups[0]?.name ?? '') }, 1],
        [{ page: 9, pageSize: 1, search: 'nothing of this' }, 0],
      ] as const)
        expect([query, (await caller.api.deviceGroups.list({ query: { ...query, ...of } })).total]).toEqual([
          query,
          total,
        ])
    }
    const all = await superAdmin.api.deviceGroups.list({ query: { page: 1, pageSize: 1 } })
    const { count } = await services.database
      .selectFrom('device_groups')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(all.total).toBe(Number(count))
  })
})
