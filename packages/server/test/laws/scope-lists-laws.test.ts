// Lists say of each thing whether its caller may change it, and calls that change it answer the same.

import { contract } from '@vitrine/contract'
import { type Route, routesOf } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeStoryboard, showing } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { personWithRows, row } from '#test/roles.ts'
import { samples } from '#test/samples.ts'
import { deletedIn, fileIn } from './scope-folders.ts'
import { makePlace, screenIn } from './scope-places.ts'

const server = useServer()
type Where = 'changed' | 'seen'
const BOTH = ['changed', 'seen'] as const
let admin: Caller & { organizationId: string }
/** Changes one place and one folder, and sees everything. */
let person: Caller
/** Sees and changes the same place and folder, and nothing else except what pages show. */
let limited: Caller
const things = {} as Record<Where, Record<Thing, string>>
type Thing =
  | 'file'
  | 'folder'
  | 'deletedFile'
  | 'deletedFolder'
  | 'deletedGroup'
  | 'takeover'
  | 'device'
  | 'switched'
  | 'plan'
const above = { id: '' }
let field = ''
let made = 0

const EVERYTHING = ['buildings', 'devices', 'device-groups', 'takeovers', 'media', 'storyboards', 'cards']
const levelsOf = (level: 'read' | 'write', without: readonly string[] = []) =>
  Object.fromEntries(
    EVERYTHING.filter((area) => !(without.includes(area) || (level === 'read' && area === 'takeovers'))).map(
      (area) => [area, level] as const,
    ),
  )

beforeAll(async () => {
  admin = await server().organization()
  const { organizationId } = admin
  const boss = await server().signIn()
  await boss.api.licences.create({ body: { number: 'LISTS', devicesCount: 100, organizationId } })
  const storyboardId = (await makeStoryboard(admin, { approve: true })).id
  field = (await admin.api.screenFields.create({ body: { name: 'Manager', kind: 'text', source: '' } })).field
    .id
  const folder = async (name: string, folderId?: string) =>
    (await admin.api.media.createFolder({ body: { name, folderId } })).folder.id
  above.id = await folder('Above')
  const places = {} as Record<Where, Awaited<ReturnType<typeof makePlace>> & { lost: string }>
  for (const name of BOTH) {
    const place = await makePlace(server(), admin, { name, storyboardId })
    const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: storyboardId, slots: [] }
    const lost = await admin.api.deviceGroups.create({ body: { name: `${name} lost`, schedule } })
    places[name] = { ...place, lost: lost.deviceGroup.id }
    const home = await folder(name, above.id)
    const switched = await screenIn(admin, place, `${name} switched`)
    await admin.api.devices.switchStory({ params: { id: switched }, body: { storyboardId } })
    const from = server().clock.now() + 3_600_000
    const { plannedId } = await admin.api.devices.switchStory({
      params: { id: place.device },
      body: { storyboardId, from },
    })
    const targets = { kind: 'devices', ids: [place.device] }
    const takeover = { ...samples.takeovers?.body?.(++made), targets }
    const gone = await folder(`${name} gone`, home)
    await admin.api.media.removeFolder({ params: { id: gone } })
    await admin.api.deviceGroups.remove({ params: { id: lost.deviceGroup.id }, body: {} })
    things[name] = {
      ...{ folder: home, file: await fileIn(admin, home, `${name}.png`) },
      deletedFile: await deletedIn(admin, home, `${name} gone.png`),
      ...{ deletedFolder: gone, deletedGroup: lost.deviceGroup.id },
      takeover: (await admin.api.takeovers.start({ body: takeover as never })).takeover.id,
      ...{ device: place.device, switched, plan: plannedId ?? '' },
    }
  }
  await admin.api.media.tagMany({
    body: { ids: BOTH.map((name) => things[name].file), add: ['Summer'], remove: [] },
  })
  const { building, group, lost } = places.changed
  const scope = {
    places: { buildings: [building], floors: [], groups: [group, lost] },
    folders: [things.changed.folder],
  }
  person = await personWithRows(admin, [row(levelsOf('read')), row(levelsOf('write'), scope)])
  limited = await personWithRows(admin, [row(levelsOf('write'), scope)])
}, 60_000)

interface Row {
  id: string
  isReadOnly?: true
}
const rowsOf = {
  library: (body: unknown) => (body as { media: { media: Row[]; folders: Row[] } }).media,
  folder: (body: unknown) => (body as { folder: Row & { media: Row[]; folders: Row[] } }).folder,
}

interface Listed {
  path: () => string
  rows: (body: unknown) => readonly Row[]
  /** What it lists, and the id of the row. */
  thing: Thing
}
/** Every list whose rows say so. */
const LISTS: Record<string, readonly Listed[]> = {
  'GET /media': [
    ...['everywhere=1', 'search=n', 'tag=Summer', 'everywhere=1&page=1&kinds=image&sort=name'].map(
      (query) => ({
        path: () => `/media?${query}`,
        rows: (body: unknown) => rowsOf.library(body).media,
        thing: 'file' as const,
      }),
    ),
    { path: () => '/media?search=n', rows: (body) => rowsOf.library(body).folders, thing: 'folder' },
  ],
  'GET /media/folders/:id': [
    {
      path: () => `/media/folders/${above.id}`,
      rows: (body) => rowsOf.folder(body).folders,
      thing: 'folder',
    },
  ],
  'GET /media/listed': [
    {
      path: () =>
        `/media/listed?files=${encodeURIComponent(JSON.stringify({ tags: ['Summer'], order: 'newest', most: 10 }))}`,
      rows: (body) => (body as { media: Row[] }).media,
      thing: 'file',
    },
  ],
  'GET /media/:id': [],
  'GET /trash': (['deletedFile', 'deletedFolder', 'deletedGroup'] as const).map((thing) => ({
    path: () => '/trash',
    rows: (body) => (body as { trash: Row[] }).trash,
    thing,
  })),
  'GET /takeovers': [
    { path: () => '/takeovers', rows: (body) => (body as { takeovers: Row[] }).takeovers, thing: 'takeover' },
  ],
  'GET /devices/switches': [
    {
      path: () => '/devices/switches',
      rows: (body) =>
        (body as { switches: (Row & { deviceId: string })[] }).switches.map((one) => ({
          ...one,
          id: one.deviceId,
        })),
      thing: 'switched',
    },
    { path: () => '/devices/switches', rows: (body) => (body as { planned: Row[] }).planned, thing: 'plan' },
  ],
  'GET /screen-values': [
    { path: () => '/screen-values', rows: (body) => (body as { screens: Row[] }).screens, thing: 'device' },
  ],
}

/** A call that changes one, and whether it did. */
const CHANGES: Record<Thing, (by: Caller, id: string) => Promise<{ status: number; body: unknown }>> = {
  file: (by, id) => by.call('PUT', `/media/${id}`, { name: `Renamed ${++made}.png` }),
  folder: (by, id) => by.call('PUT', `/media/folders/${id}`, { name: `Renamed ${++made}` }),
  deletedFile: (by, id) => by.call('POST', `/trash/${id}/restore`),
  deletedFolder: (by, id) => by.call('POST', `/trash/${id}/restore`),
  deletedGroup: (by, id) => by.call('POST', `/trash/${id}/restore`),
  takeover: (by, id) => by.call('POST', `/takeovers/clear/${id}`),
  device: (by, id) =>
    by.call('PUT', '/screen-values', { changes: [{ of: 'device', id, fieldId: field, value: 'Mona' }] }),
  switched: (by, deviceId) => by.call('POST', '/devices/back-to-schedule', { screens: [{ deviceId }] }),
  plan: (by, id) => by.call('POST', '/devices/cancel-planned', { ids: [id] }),
}
const IN_BODY: Partial<Record<Thing, number>> = { switched: 404, plan: 404, device: 400 }
/** Calls for several that answer which they changed. */
const isDone = ({ status, body }: { status: number; body: unknown }) =>
  status < 300 && (body as { ended?: string[] }).ended?.length !== 0

describe('lists for someone who changes less than they see', () => {
  const lists = Object.entries(LISTS).flatMap(([name, listed]) =>
    listed.map((one) => [`${name}: ${one.thing}`, one] as const),
  )

  it.each(lists)('AUTHZ-30: %s says which it only shows', async (_name, { path, rows, thing }) => {
    const marks = async (by: Caller) => {
      const { status, body } = await by.call('GET', path())
      // A folder above theirs doesn't exist for someone with a scope.
      if (status === 404 && by === limited) return [false]
      expect(status, JSON.stringify(body)).toBe(200)
      const found = rows(body)
      return BOTH.map((name) => found.find(({ id }) => id === things[name][thing])).map(
        (one) => one && (one.isReadOnly ?? false),
      )
    }
    expect(await marks(person)).toEqual([false, true])
    expect(await marks(admin)).toEqual([false, false])
    // Their rights hold for all that they see.
    expect((await marks(limited))[0]).toBe(false)
  })

  it.each(Object.keys(CHANGES) as Thing[])(
    'AUTHZ-30: a change of %s answers what its lists say',
    async (thing) => {
      const change = CHANGES[thing]
      const refused = await change(person, things.seen[thing])
      // Screens that a body names don't exist where their caller may not change them.
      expect(refused.status, JSON.stringify(refused)).toBe(IN_BODY[thing] ?? 403)
      expect(isDone(refused), JSON.stringify(refused)).toBe(false)
      const done = await change(person, things.changed[thing])
      expect(isDone(done), JSON.stringify(done)).toBe(true)
    },
  )

  it('a file and an open folder say so, too', async () => {
    for (const name of BOTH) {
      const { file, folder } = things[name]
      const isSeen = name === 'seen' ? true : undefined
      expect((await person.api.media.get({ params: { id: file } })).media.isReadOnly).toBe(isSeen)
      expect((await person.api.media.folder({ params: { id: folder } })).folder.isReadOnly).toBe(isSeen)
    }
    expect((await person.api.media.folder({ params: { id: above.id } })).folder.isReadOnly).toBe(true)
  })

  it('a file says so that someone sees because a page shows it', async () => {
    const { file } = things.seen
    expect((await limited.call('GET', `/media/${file}`)).status).toBe(404)
    await admin.api.cards.create({ body: { name: 'Shows it', ...showing(file) } })
    expect((await limited.api.media.get({ params: { id: file } })).media.isReadOnly).toBe(true)
    expect((await limited.call('PUT', `/media/${file}`, { name: 'Mine' })).status).toBe(404)
  })

  it('every answer that has the mark is in the table', () => {
    const marked = ({ method, response }: Route) =>
      method === 'GET' &&
      typeof response !== 'string' &&
      JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' })).includes('"isReadOnly"')
    const names = routesOf(contract)
      .filter(({ route }) => marked(route))
      .map(({ route }) => `${route.method} ${route.path}`)
    expect(names.toSorted()).toEqual(Object.keys(LISTS).toSorted())
  })
})
