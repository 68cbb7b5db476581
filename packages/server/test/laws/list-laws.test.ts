import { DEVICE_STATES, isInState } from '@vitrine/contract/api/screens/device-facets'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { FACTS } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

/** What the console's tables sort by. */
const SORTED: Readonly<Record<string, readonly string[]>> = {
  '/buildings': ['name', 'location', 'floors', 'devices'],
  '/devices': ['name', 'connection', 'content', 'state', 'playing', 'default', 'group', 'size'],
  '/device-configurations': ['name', 'type', 'size', 'volume', 'hours', 'uses'],
  '/device-groups': ['name', 'screens', 'storyboard'],
  '/licences': ['number', 'organization', 'devicesCount', 'expiresAt'],
  '/user': ['name', 'email', 'role', 'organization'],
  '/organizations': ['name', 'admin', 'email', 'users', 'devices'],
  '/cases': ['subject', 'status', 'kind', 'organization', 'author', 'replies', 'updatedAt'],
  '/outbox': ['recipient', 'channel', 'subject', 'status', 'createdAt'],
  '/storyboards': ['name', 'type', 'status', 'length', 'screens'],
  '/media': ['name', 'size', 'createdAt'],
}

describe('lists', () => {
  const server = useServer()

  const cases = Object.entries(SORTED).flatMap(([path, fields]) =>
    fields.map((field) => [path, field] as const),
  )
  it.each(cases)('%s sorts by %s', async (path, field) => {
    const admin = await server().signIn()
    for (const sort of [field, `-${field}`]) {
      const { status, body } = await admin.call('GET', `${path}?page=1&pageSize=10&search=a+b&sort=${sort}`)
      expect({ sort, status, body: status === 200 ? '' : body }).toEqual({ sort, status: 200, body: '' })
    }
  })

  it('sorts rows without a value last, in both directions', async () => {
    const admin = await server().organization()
    const { id } = await makeStoryboard(admin)
    const empty = await makeGroup(admin)
    const playing = await makeGroup(admin, id)
    for (const sort of ['storyboard', '-storyboard']) {
      const { devicesGroups } = await admin.api.deviceGroups.list({ query: { sort } })
      expect(devicesGroups.map((group) => group.id)).toEqual([playing.id, empty.id])
    }
  })

  it('finds rows that have every word of a search, wherever it is in them', async () => {
    const admin = await server().organization()
    for (const [name, location] of [
      ['Main house', 'Market square'],
      ['Main station', 'Harbor'],
      ['100%_house', 'Harbor'],
    ])
      await admin.api.buildings.create({ body: { name, location, floors: [{ name: 'Ground' }] } as never })
    const find = async (search: string) =>
      (await admin.api.buildings.list({ query: { search } })).buildings.map(({ name }) => name)
    expect(await find('house main')).toEqual(['Main house'])
    expect(await find('HARBOR main')).toEqual(['Main station'])
    expect(await find('0%_h')).toEqual(['100%_house'])
    expect(await find('harbor square')).toEqual([])
  })

  it('filters and counts screens by state as their answers say', async () => {
    const admin = await server().organization()
    const screens = await claimScreens(server(), admin, [
      'Fine',
      'Behind',
      'Late',
      'Offline',
      'Never',
      'Loading',
    ])
    const { services, clock } = server()
    const [fine, behind, late, offline, , loading] = screens
    const stale = { group: 'g', device: 'd' }
    await offline?.report(stale)
    clock.advance(10 * 60_000)
    await late?.report(stale)
    clock.advance(5 * 60_000)
    const again: Caller = await server().signIn({ email: admin.email, password: 'password-1' })
    await behind?.report(stale, {
      playing: {
        storyboardId: 'x',
        pageId: 'y',
        reason: 'default',
        since: clock.now(),
        failing: { storyboardId: 'z', why: 'it is black' },
      },
    })
    const nothing = { storyboardId: null, pageId: null, reason: 'nothing', since: clock.now() } as const
    await loading?.report(stale, { download: { missing: 2, total: 3 }, playing: nothing })
    const { raw } = (await fine?.manifest()) ?? {}
    await fine?.report(
      { group: raw?.group.hash ?? '', device: raw?.device.hash ?? '' },
      {
        screen: { ...FACTS, panel: 'other-input' },
        playing: { storyboardId: 'x', pageId: null, reason: 'default', since: clock.now() },
      },
    )
    await services.reports.flush()
    const { devices } = await again.api.devices.list()
    expect(
      Object.fromEntries(devices.map(({ name, connection, content }) => [name, `${connection} ${content}`])),
    ).toEqual({
      Fine: 'online up-to-date',
      Behind: 'online behind',
      Late: 'late behind',
      Offline: 'offline behind',
      Never: 'never unknown',
      Loading: 'online updating',
    })
    const { states } = await again.api.devices.states()
    for (const only of DEVICE_STATES) {
      const expected = devices.filter((device) => isInState(only, device)).map(({ name }) => name)
      const found = (await again.api.devices.list({ query: { only } })).devices.map(({ name }) => name)
      expect({ only, found, count: states[only] }).toEqual({ only, found: expected, count: expected.length })
    }
    const worstFirst = await again.api.devices.list({ query: { sort: 'state', page: 1, pageSize: 10 } })
    expect(worstFirst.devices.map(({ name }) => name)).toEqual([
      'Offline',
      'Late',
      'Fine',
      'Behind',
      'Loading',
      'Never',
    ])
  })

  it('finds screens by the storyboard that they play by default', async () => {
    const admin = await server().organization()
    const storyboard = await makeStoryboard(admin)
    const { id: deviceGroupId } = await makeGroup(admin, storyboard.id)
    await claimScreens(server(), admin, ['A'], { deviceGroupId })
    await claimScreens(server(), admin, ['B'])
    const { devices } = await admin.api.devices.list({ query: { search: storyboard.name } })
    expect(devices.map(({ name }) => name)).toEqual(['A'])
  })

  it('refuses a field that does not exist', async () => {
    const admin = await server().signIn()
    for (const path of Object.keys(SORTED))
      expect((await admin.call('GET', `${path}?sort=passwordHash`)).status).toBe(400)
    expect((await refused(admin.api.media.list({ query: { kinds: 'image,rubbish' } }))).status).toBe(400)
  })
})
