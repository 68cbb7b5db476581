import type { Route } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeStoryboard } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { addressOf, entityOf } from '#test/paths.ts'
import { personWithRows, row } from '#test/roles.ts'
import { samples } from '#test/samples.ts'
import { routes } from './body-ids.ts'
import { deletedIn, fileIn } from './scope-folders.ts'
import { type Entity, isPlaced, makePlace, screenIn } from './scope-places.ts'

const server = useServer()
let admin: Caller & { organizationId: string }
type Place = Awaited<ReturnType<typeof makePlace>> & { trigger: string; takeover: string }
/** Where a role changes screens, where it sees them only, and where it does neither. */
const where = {} as Record<'changed' | 'seen' | 'hidden', Place>
const folders = { changed: '', seen: '' }
let storyboardId = ''
/** Changes one place and sees another one; changes one and sees all; and rows for other things. */
let both: Caller
let all: Caller
let porter: Caller
let made = 0

const scopeOf = (building: string, group: string) => ({
  places: { buildings: [building], floors: [], groups: [group] },
  folders: null,
})
const PLACES = { buildings: 'write', devices: 'write', 'device-groups': 'write', takeovers: 'write' } as const

beforeAll(async () => {
  admin = await server().organization()
  const boss = await server().signIn()
  const seats = {
    number: `R-${admin.organizationId}`,
    devicesCount: 1000,
    organizationId: admin.organizationId,
  }
  await boss.api.licences.create({ body: seats })
  storyboardId = (await makeStoryboard(admin, { approve: true })).id
  for (const name of ['changed', 'seen', 'hidden'] as const) {
    const place = await makePlace(server(), admin, { name, storyboardId })
    const trigger = { name: `${name} door`, deviceGroupId: place.group, storyboardId }
    where[name] = {
      ...{ ...place, takeover: await takeover('devices', [place.device]) },
      trigger: (await admin.api.triggers.create({ body: trigger })).trigger.id,
    }
  }
  for (const name of ['changed', 'seen'] as const)
    folders[name] = (await admin.api.media.createFolder({ body: { name: `Files ${name}` } })).folder.id
  const [changed, seen] = (['changed', 'seen'] as const).map((name) =>
    scopeOf(where[name].building, where[name].group),
  )
  const writing = row({ ...PLACES, storyboards: 'read' }, changed)
  both = await personWithRows(admin, [writing, row({ devices: 'read' }, seen)])
  all = await personWithRows(admin, [writing, row({ devices: 'read' })])
  porter = await personWithRows(admin, [
    row({ takeovers: 'write' }, { ...changed, folders: [folders.seen] }),
    row({ media: 'write' }, { places: null, folders: [folders.changed] }),
    row({ devices: 'read' }, { places: null, folders: [folders.seen] }),
  ])
}, 60_000)

async function takeover(kind: 'groups' | 'devices', ids: string[], by: Caller = admin): Promise<string> {
  const body = { ...samples.takeovers?.body?.(++made), targets: { kind, ids } }
  return (await by.api.takeovers.start({ body: body as never })).takeover.id
}

const KEYS: Partial<Record<Entity, keyof Place>> = {
  ...{ buildings: 'building', floors: 'floor', devices: 'device', deviceGroups: 'group' },
  ...{ takeovers: 'takeover', triggers: 'trigger' },
}
const idOf = (entity: Entity, name: keyof typeof where): string | undefined => {
  const key = KEYS[entity]
  return key && where[name][key]
}
const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const)
const placed = routes.filter(
  (route) => /:(id|deviceId)\b/.test(route.path) && isPlaced(entityOf(route)) && !route.everywhere,
)
/** Needs the permission to change, also to order something, or to read an address. */
const changes = ({ who }: Route) => typeof who === 'object' && 'write' in who
const sampleOf = (route: Route) => (route.body ? (samples[entityOf(route)]?.body?.(++made) ?? {}) : undefined)

describe('a role that changes less than it sees', () => {
  it.each(named(placed.filter((route) => !changes(route))))(
    'AUTHZ-30: %s answers what it sees as to anyone',
    async (_name, route) => {
      const entity = entityOf(route) as Entity
      const query = route.method === 'GET' ? {} : undefined
      for (const name of ['changed', 'seen'] as const) {
        const id = idOf(entity, name)
        if (id === undefined || route.response === 'stream') continue
        const address = addressOf(route, id, query)
        const mine = await both.call(route.method, address, sampleOf(route))
        const theirs = await admin.call(route.method, address, sampleOf(route))
        // The audit log and pages of rights are for admins.
        if (mine.status !== 403) expect(mine.status, name).toBe(theirs.status)
        else expect(['audit', 'access']).toContain(route.path.split('/')[1])
      }
    },
  )

  it.each(named(placed.filter(changes)))(
    'AUTHZ-30: %s is refused for what it only sees, and unknown for the rest',
    async (_name, route) => {
      const entity = entityOf(route) as Entity
      const send = (by: Caller, id: string) => by.call(route.method, addressOf(route, id), sampleOf(route))
      const [seen, hidden] = [idOf(entity, 'seen'), idOf(entity, 'hidden')]
      if (seen === undefined || hidden === undefined) return
      const nowhere = await send(both, 'nowhere')
      const plain = ({ status, body }: typeof nowhere) => [status, (body as { errKey?: string }).errKey]
      expect(plain(await send(both, hidden))).toEqual(plain(nowhere))
      const isRefused = nowhere.status === 404 && route.method !== 'GET'
      const expected = isRefused ? [403, 'FORBIDDEN'] : plain(nowhere)
      expect(plain(await send(both, seen)), 'seen').toEqual(expected)
      expect(plain(await send(all, hidden)), 'seen by all').toEqual(expected)
    },
  )

  const isBulk = ({ response }: Route) => response instanceof z.ZodObject && 'refused' in response.shape
  it.each(named(routes.filter((route) => isBulk(route) && /^\/(devices|device-groups)\//.test(route.path))))(
    'AUTHZ-30: %s does what it changes, and says why not the rest',
    async (_name, route) => {
      const isGroup = route.path.startsWith('/device-groups')
      const make = async (name: keyof typeof where) =>
        isGroup ? where[name].group : screenIn(admin, where[name], `Screen ${++made}`)
      const [mine, seen, hidden] = [await make('changed'), await make('seen'), await make('hidden')]
      const more = /tag/.test(route.path)
        ? { add: [`Summer ${++made}`] }
        : /update/.test(route.path) && { floorId: where.changed.floor }
      const { status, body } = await both.call(route.method, route.path, {
        ids: [seen, hidden, mine],
        ...more,
      })
      expect(status, JSON.stringify(body)).toBe(200)
      const { done, refused: not } = body as { done: string[]; refused: { id: string; errKey: string }[] }
      const keys = Object.fromEntries(not.map(({ id, errKey }) => [id, errKey]))
      expect([keys[seen], keys[hidden]]).toEqual(['FORBIDDEN', 'NOT_FOUND'])
      if (!isGroup || /tag/.test(route.path)) expect(done).toEqual([mine])
    },
  )

  it('AUTHZ-30: lists, counts, and searches what it sees', async () => {
    for (const [caller, names] of [
      [both, ['changed', 'seen']],
      [all, ['changed', 'hidden', 'seen']],
    ] as const) {
      const { api } = caller
      const of = (key: keyof Place) => names.map((name) => where[name][key]).sort()
      const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()
      expect(ids((await api.buildings.list()).buildings)).toEqual(of('building'))
      expect(ids((await api.deviceGroups.list()).devicesGroups)).toEqual(of('group'))
      // A trigger is seen by those who change it.
      expect(ids((await api.triggers.list({ query: {} })).triggers)).toEqual([where.changed.trigger])
      expect(ids((await api.takeovers.list()).takeovers)).toEqual(expect.arrayContaining(of('takeover')))
      const found = await api.devices.list({ query: { search: 'hidden screen', page: 1 } })
      expect((found.total ?? 0) > 0).toBe((names as readonly string[]).includes('hidden'))
    }
  })

  it('AUTHZ-30: moves a screen nowhere else, and no other screen to its places', async () => {
    const own = await screenIn(admin, where.changed, `Own ${++made}`)
    const body = { name: `Own ${++made}`, floorId: where.seen.floor, deviceGroupId: where.seen.group }
    const leaving = await refused(all.api.devices.update({ params: { id: own }, body }))
    expect(leaving.errKey).toBe('OUTSIDE_SCOPE')
    const taken = { name: 'changed group', devices: [where.seen.device] }
    const params = { id: where.changed.group }
    expect((await refused(all.api.deviceGroups.update({ params, body: taken }))).status).toBe(400)
  })
})

describe('rows for other things', () => {
  const rename = (id: string) => porter.call('PUT', `/media/${id}`, { name: `Named ${++made}.png` })

  it('AUTHZ-30: start takeovers in one building, and end none elsewhere', async () => {
    const mine = await takeover('devices', [where.changed.device], porter)
    expect((await porter.call('POST', `/takeovers/clear/${mine}`)).status).toBe(200)
    const elsewhere = await porter.call('POST', `/takeovers/clear/${where.seen.takeover}`)
    expect([elsewhere.status, (elsewhere.body as { errKey: string }).errKey]).toEqual([403, 'FORBIDDEN'])
    for (const targets of [{ kind: 'all' }, { kind: 'devices', ids: [where.seen.device] }]) {
      const { status } = await porter.call('POST', '/takeovers', {
        ...samples.takeovers?.body?.(++made),
        targets,
      })
      expect(status, targets.kind).toBe(403)
    }
    const unknown = { kind: 'devices', ids: ['nowhere'] }
    const body = { ...samples.takeovers?.body?.(++made), targets: unknown }
    expect((await porter.call('POST', '/takeovers', body)).status).toBe(400)
  })

  it('AUTHZ-30: change the files of one folder, and see those of another', async () => {
    const [own, other] = [
      await fileIn(admin, folders.changed, `own${++made}.png`),
      await fileIn(admin, folders.seen, `other${++made}.png`),
    ]
    const hidden = (await admin.api.media.createFolder({ body: { name: `Hidden ${++made}` } })).folder.id
    const unseen = await fileIn(admin, hidden, `unseen${++made}.png`)
    const statuses = async (method: string, of: (id: string) => [path: string, body?: object]) => {
      const found: number[] = []
      for (const id of [own, other, unseen]) {
        const [path, body] = of(id)
        found.push((await porter.call(method as 'GET', path, body)).status)
      }
      return found
    }
    expect(await statuses('GET', (id) => [`/media/${id}`])).toEqual([200, 200, 404])
    expect([(await rename(own)).status, (await rename(other)).status, (await rename(unseen)).status]).toEqual(
      [200, 403, 404],
    )
    const moved = await porter.call('POST', '/media/move-many', { ids: [own], folderId: folders.seen })
    expect(moved.status).toBeGreaterThanOrEqual(400)
    expect(
      (await porter.call('POST', '/media/folders', { name: 'In', folderId: folders.seen })).status,
    ).toBeGreaterThanOrEqual(400)
    expect(
      (await porter.call('POST', '/media/folders', { name: `In ${++made}`, folderId: folders.changed }))
        .status,
    ).toBe(201)
    const [gone, theirs] = [
      await deletedIn(admin, folders.changed, `gone${++made}.png`),
      await deletedIn(admin, folders.seen, `gone${++made}.png`),
    ]
    expect((await porter.call('POST', `/trash/${theirs}/restore`)).status).toBe(403)
    expect((await porter.call('DELETE', `/trash/${theirs}`)).status).toBe(403)
    expect((await porter.call('POST', `/trash/${gone}/restore`)).status).toBe(200)
  })

  it('AUTHZ-30: approve nothing, change no screen, and see all reports', async () => {
    expect((await porter.call('PUT', `/storyboards/${storyboardId}/approved`)).status).toBe(403)
    const body = { name: 'Mine now' }
    expect((await porter.call('PUT', `/devices/${where.changed.device}`, body)).status).toBe(403)
    const sheet = async (by: Caller) => (await by.call('GET', '/plays/totals')).body
    expect(await sheet(porter)).toEqual(await sheet(admin))
    expect((await porter.api.devices.list()).devices.map(({ id }) => id)).toEqual(
      (await admin.api.devices.list()).devices.map(({ id }) => id),
    )
  })
})

it('AUTHZ-30: the pages of rights have the rows, and name the one that says so', async () => {
  const id = (all as Caller & { id: string }).id
  const { access } = await admin.api.access.person({ params: { id } })
  expect(access.rows.map(({ where: places }) => places?.map(({ name }) => name) ?? null)).toEqual([
    ['changed house', 'changed group'],
    null,
  ])
  const devices = access.things.find(({ kind }) => kind === 'devices')
  const total = (await admin.api.devices.list()).devices.length
  expect(devices?.seen.total).toBe(total)
  expect(devices?.changed.total).toBeLessThan(total)
  const holders = async (name: keyof typeof where) =>
    (await admin.api.access.device({ params: { id: where[name].device } })).access.people.first
  expect((await holders('changed')).find((each) => each.id === id)?.rows).toEqual([1])
  expect((await holders('seen')).find((each) => each.id === id)).toBeUndefined()
})
