import { ROLES } from '@vitrine/contract/permissions'
import type { Route } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeLayout, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { entityOf } from '#test/paths.ts'
import { samples } from '#test/samples.ts'
import { places, pointsTo, routes } from './body-ids.ts'
import { deletedIn, fileIn } from './scope-folders.ts'
import { makePlace, screenIn } from './scope-places.ts'

/** Routes with a list of ids, or of things with an id, in their body. */
const listing = routes.filter((route) =>
  places.some(([, each, path]) => each === route && path.includes('[]')),
)
/** They answer what they did, and what they refused. */
const isBulk = ({ response }: Route) => response instanceof z.ZodObject && 'refused' in response.shape
const bulk = listing.filter(isBulk)

/** Calls that do the rest, and answer what they did. */
const REST = ['/devices/cancel-planned', '/devices/back-to-schedule', '/devices/put-right']
/** Calls that save one thing, or nothing: a part of it would be another thing. */
const WHOLE: Record<string, string> = {
  '/user/create': 'a scope',
  '/user/:id': 'a scope',
  '/api-keys': 'a scope',
  '/roles': 'a scope',
  '/roles/:id': 'a scope',
  '/organizations/:id/identity-provider': 'the roles to which its groups lead',
  '/storyboards/create': 'a storyboard',
  '/storyboards/:id': 'a storyboard',
  '/shelf/slide-shows': 'a storyboard',
  '/local-content': 'what a place shows in a slot',
  '/local-content/:id': 'what a place shows in a slot',
  '/approvals/decide': 'one decision about what was seen together',
  '/device-groups/create': 'a group',
  '/device-groups/:id': 'a group',
  '/device-configurations/create': 'a configuration',
  '/device-configurations/:id': 'a configuration',
  '/screen-values': 'a table of values',
  '/takeovers': 'where an emergency is shown',
  '/deletions/everywhere': 'for callers who reach all places',
  '/floors/:id/plan': 'a plan',
}

const server = useServer()
let admin: Caller & { organizationId: string }
let stranger: Caller
const mine = { building: '', floor: '', device: '', group: '' }
let theirs = mine
let folder = ''
let away = ''
const limited: Record<string, Caller> = {}
let made = 0

type Maker = (where: 'inside' | 'outside') => Promise<string>
const gone = (where: 'inside' | 'outside') =>
  deletedIn(admin, where === 'inside' ? folder : away, `${++made}.png`)
/** One of each kind inside or outside of the scope; of kinds without a place or folder, another organization has the other. */
const make: Record<string, Maker> = {
  buildings: async (where) => (where === 'inside' ? mine : theirs).building,
  floors: async (where) => (where === 'inside' ? mine : theirs).floor,
  deviceGroups: async (where) => (where === 'inside' ? mine : theirs).group,
  devices: (where) => screenIn(admin, where === 'inside' ? mine : theirs, `Screen ${++made}`),
  media: (where) => fileIn(admin, where === 'inside' ? folder : away, `${++made}.png`),
  trash: gone,
  layouts: async (where) => (await makeLayout(where === 'inside' ? admin : stranger)).id,
  storyboards: async (where) => (await makeStoryboard(where === 'inside' ? admin : stranger)).id,
  cards: async (where) => (await samples.cards?.make(where === 'inside' ? admin : stranger, admin)) ?? '',
}

beforeAll(async () => {
  admin = await server().organization()
  stranger = await server().organization()
  const { id: licensed } = { id: admin.organizationId }
  const boss = await server().signIn()
  const seats = { number: `S-${licensed}`, devicesCount: 1000, organizationId: licensed }
  await boss.api.licences.create({ body: seats })
  const storyboardId = (await makeStoryboard(admin)).id
  Object.assign(mine, await makePlace(server(), admin, { name: 'Inside', storyboardId }))
  theirs = await makePlace(server(), admin, { name: 'Outside', storyboardId })
  folder = (await admin.api.media.createFolder({ body: { name: 'Inside' } })).folder.id
  away = (await admin.api.media.createFolder({ body: { name: 'Outside' } })).folder.id
  const chosen = { buildings: [mine.building], floors: [], groups: [mine.group] }
  const scope = { places: chosen, folders: [folder] }
  const user = await server().user(admin)
  const permissions = ['buildings', 'devices', 'device-groups', 'media', 'cards', 'layouts', 'storyboards']
  const { id } = (await user.api.auth.profile()).profile
  await server()
    .services.database.updateTable('users')
    .set({ permissions: JSON.stringify(permissions), scope: JSON.stringify(scope) })
    .where('id', '=', id)
    .execute()
  limited.user = user
  const key = await admin.api.apiKeys.create({ body: { name: 'Limited', role: ROLES.admin, scope } })
  limited.key = server().as(key.secret)
}, 60_000)

const callers = ['user', 'key'] as const
const as = (who: (typeof callers)[number]) => limited[who] as Caller
const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const)

describe('a call with ids inside and outside of a scope', () => {
  it('AUTHZ-28: does the rest, unless it saves one thing', () => {
    const others = listing.filter((route) => !isBulk(route) && !REST.includes(route.path))
    expect(others.map(({ path }) => path).filter((path) => !(path in WHOLE))).toEqual([])
  })

  it.each(named(bulk))('AUTHZ-28: %s does what is inside, and says what it refused', async (_name, route) => {
    const kind = entityOf(route)
    const path = places.find(([, each]) => each === route)?.[2] ?? ''
    expect(pointsTo(route, path)).toBe(kind)
    for (const who of callers) {
      const maker = make[kind]
      if (!maker) {
        // People and unknown screens: nothing for a caller with a scope.
        const { status } = await as(who).call(route.method, route.path, { ids: ['nowhere'] })
        expect(status, kind).toBe(403)
        continue
      }
      const [inside, outside] = [await maker('inside'), await maker('outside')]
      const more = /tag/.test(route.path)
        ? { add: [`Summer ${++made}`] }
        : /update/.test(route.path)
          ? { floorId: mine.floor }
          : /move/.test(route.path)
            ? { folderId: folder }
            : {}
      const send = (ids: string[]) => as(who).call(route.method, route.path, { ids, ...more })
      const mixed = await send([outside, inside, 'nowhere'])
      expect(mixed.status, JSON.stringify(mixed.body)).toBe(200)
      const { done, refused } = mixed.body as { done: string[]; refused: { id: string }[] }
      // A restored thing is answered with what it is.
      expect(JSON.stringify(done)).toContain(inside)
      expect(done).toHaveLength(1)
      const [one, other] = [outside, 'nowhere'].map((id) => refused.find((each) => each.id === id))
      expect({ ...one, id: '' }).toEqual({ ...other, id: '' })
      expect(one).toMatchObject({ errKey: 'NOT_FOUND' })
      const [alone, nowhere] = [await send([outside]), await send(['nowhere'])]
      expect([alone.status, alone.body]).toEqual([
        nowhere.status,
        JSON.parse(JSON.stringify(nowhere.body).replaceAll('nowhere', outside)),
      ])
    }
  })

  it('AUTHZ-28: ends, cancels, and puts right what is inside', async () => {
    const storyboardId = (await makeStoryboard(admin)).id
    for (const who of callers) {
      const [inside, outside] = [await make.devices?.('inside'), await make.devices?.('outside')] as [
        string,
        string,
      ]
      const from = server().clock.now() + 86_400_000
      const planned: string[] = []
      for (const id of [inside, outside]) {
        const body = { storyboardId, from }
        planned.push((await admin.api.devices.switchStory({ params: { id }, body })).plannedId ?? '')
        await admin.api.devices.switchStory({ params: { id }, body: { storyboardId } })
      }
      const { api } = as(who)
      const { canceled } = await api.devices.cancelPlanned({ body: { ids: planned } })
      expect(canceled).toEqual([planned[0]])
      const { results } = await api.devices.putRight({ body: { ids: [outside, inside] } })
      expect(results.map(({ id }) => id)).toEqual([inside])
      await admin.api.devices.switchStory({ params: { id: inside }, body: { storyboardId } })
      const screens = [{ deviceId: outside }, { deviceId: inside }]
      expect((await api.devices.backToSchedule({ body: { screens } })).ended).toEqual([inside])
    }
  })
})

it('AUTHZ-27: a takeover of groups inside and outside names those inside alone', async () => {
  const start = async (kind: 'groups' | 'devices', ids: string[]) => {
    const body = { ...samples.takeovers?.body?.(++made), targets: { kind, ids } }
    return (await admin.api.takeovers.start({ body: body as never })).takeover.id
  }
  const groups = await start('groups', [mine.group, theirs.group])
  const devices = await start('devices', [mine.device, theirs.device])
  const other = await start('groups', [theirs.group])
  for (const who of callers) {
    const { takeovers } = await as(who).api.takeovers.list()
    const of = (id: string) => takeovers.find((each) => each.id === id)
    expect(of(groups)?.targets).toEqual({ kind: 'groups', ids: [mine.group] })
    expect(of(devices)).toMatchObject({ targets: { kind: 'devices', count: 1 }, screens: 1 })
    expect(of(other)).toBeUndefined()
    expect((await as(who).call('POST', `/takeovers/${groups}/clear`)).status).toBeGreaterThanOrEqual(403)
  }
  const { takeovers } = await admin.api.takeovers.list()
  expect(takeovers.find(({ id }) => id === groups)?.targets).toEqual({
    kind: 'groups',
    ids: [mine.group, theirs.group],
  })
})
