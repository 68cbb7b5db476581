import { ROLE_AREAS, ROLES } from '@vitrine/contract/permissions'
import type { Route } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { FILED } from '#db/library.ts'
import type { TableName } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { addressOf, entityOf, fill } from '#test/paths.ts'
import { personWithRows, row } from '#test/roles.ts'
import { samples } from '#test/samples.ts'
import { BESIDE, places, pointsTo, routes } from './body-ids.ts'
import { seedWorld, type World } from './scale/seed.ts'
import { deletedIn, type FiledEntity, fileIn, fillFolder, isFiled, webPageIn } from './scope-folders.ts'

const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const)
const hasId = ({ path }: Route) => /:id\b/.test(path)

const server = useServer()
let world: World
let outside = {} as Record<FiledEntity, string>
let inside = {} as Record<FiledEntity, string>
/** Two folders in one that no one of these reaches. */
let above = ''
let mine = ''
let theirs = ''
let secrets: string[] = []
const limited: Record<string, Caller> = {}
let made = 0

beforeAll(async () => {
  world = await seedWorld(server(), await server().signIn())
  const { admin } = world
  const folder = async (name: string, folderId?: string) =>
    (await admin.api.media.createFolder({ body: { name, folderId } })).folder.id
  above = await folder('Outside above')
  mine = await folder('Chosen', above)
  theirs = await folder('Outside', above)
  outside = await fillFolder(server(), admin, theirs, 'Outside')
  inside = await fillFolder(server(), admin, await folder('Deep', await folder('Sub', mine)), 'Within')
  const [medium] = await server()
    .services.database.selectFrom('media')
    .select('sha256')
    .where('id', '=', outside.media)
    .execute()
  secrets = [...Object.values(outside), above, theirs, 'Outside', medium?.sha256 ?? '']
  const scope = { places: null, folders: [mine] }
  const permissions = ['buildings', 'devices', 'device-groups', 'media', 'cards', 'layouts', 'storyboards']
  const person = async (role: string) => {
    const body = {
      ...{ firstName: 'Lia', lastName: 'Limited', role, permissions, scope },
      ...{ email: `files${++made}@org.test`, password: 'password-1' },
    }
    await admin.api.users.create({ body: body as never })
    return server().signIn({ email: body.email, password: body.password })
  }
  limited.user = await person(ROLES.user)
  limited.admin = await person(ROLES.admin)
  const key = await admin.api.apiKeys.create({ body: { name: 'Limited', role: ROLES.admin, scope } })
  limited.key = server().as(key.secret)
  // Media are changed by one row, and everything else by another one.
  const others = Object.fromEntries(
    ROLE_AREAS.map((area) => [area, area === 'media' ? 'none' : 'write'] as const),
  )
  limited.rows = await personWithRows(admin, [row(others, scope), row({ media: 'write' }, scope)])
}, 120_000)

const queries = () => [
  ...['', 'page=1', 'search=outside', 'sort=-createdAt', 'everywhere=1', 'isCard=1'],
  ...['everywhere=1&page=1&kinds=image', `folderId=${theirs}`, 'kinds=image,deck&page=1'],
]

const callers = ['user', 'admin', 'key', 'rows'] as const
const as = (who: (typeof callers)[number]) => limited[who] as Caller

/** Another one of mine, which a call may change or delete. */
const make: Partial<Record<FiledEntity, () => Promise<string>>> = {
  folders: async () => {
    const body = { name: `Within ${++made}`, folderId: mine }
    return (await world.admin.api.media.createFolder({ body })).folder.id
  },
  media: () => fileIn(world.admin, mine, `within${++made}.png`),
  webMedia: () => webPageIn(world.admin, mine, `Within ${++made}`),
  trash: () => deletedIn(world.admin, mine, `within${++made}.png`),
}
const another = async (entity: FiledEntity) => (await make[entity]?.()) ?? inside[entity]

describe('what is outside of the folders of a scope', () => {
  it.each(named(routes.filter((route) => route.method === 'GET' && typeof route.response !== 'string')))(
    '%s answers nothing of it',
    async (_name, route) => {
      const entity = entityOf(route)
      const id = !hasId(route) ? '' : isFiled(entity) ? inside[entity] : (world.ids[entity] ?? '')
      for (const who of callers)
        for (const query of route.budget ? ['search=outside'] : queries()) {
          const { status, body } = await as(who).call('GET', addressOf(route, id, { query }))
          expect(status, query).toBeLessThan(500)
          const text = JSON.stringify(body)
          for (const secret of secrets) expect(text, `${who} ${query}`).not.toContain(secret)
        }
    },
  )

  it.each(named(routes.filter((route) => hasId(route) && isFiled(entityOf(route)))))(
    '%s answers as if it did not exist',
    async (_name, route) => {
      const entity = entityOf(route) as FiledEntity
      const body = route.body ? (samples[entity]?.body?.(++made) ?? {}) : undefined
      const { organizationId } = world
      for (const who of callers) {
        const to = (id: string) => addressOf(route, id, { organizationId })
        const away = await as(who).call(route.method, to(outside[entity]), body)
        const nowhere = await as(who).call(route.method, to('nowhere'), body)
        expect([400, 403, 404, 415], JSON.stringify(away.body)).toContain(away.status)
        expect([away.status, away.body], who).toEqual([nowhere.status, nowhere.body])
      }
    },
  )

  const pointing = places.filter(([, route, path]) => isFiled(pointsTo(route, path) ?? ''))
  it.each(pointing)('%s', async (_name, route, path) => {
    const entity = entityOf(route)
    const id = !hasId(route) ? '' : isFiled(entity) ? await another(entity) : (world.ids[entity] ?? '')
    const pointed = pointsTo(route, path) as FiledEntity
    for (const who of callers) {
      const send = async (value: string) => {
        const wanted = (BESIDE[path] ?? ((each: string) => ({ [path]: each })))(value)
        const many = /-many$/.test(route.path) && path !== 'ids.[]' && { ids: [await another('media')] }
        const into = path === 'folderId' ? {} : { folderId: mine }
        const body = { ...samples[entity]?.body?.(++made), ...into, ...many, ...wanted }
        return as(who).call(route.method, fill(route, id), body)
      }
      const [away, nowhere] = [await send(outside[pointed]), await send('nowhere')]
      expect([away.status, away.body], who).toEqual([nowhere.status, nowhere.body])
      expect(away.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('its pictures and files are not sent', async () => {
    const { thumbnailId } = (await world.admin.api.media.get({ params: { id: outside.media } })).media
    for (const who of callers)
      for (const path of [`/media/file/${outside.media}`, `/media/download/${outside.media}`])
        expect((await as(who).call('GET', path)).status).toBe(404)
    expect(
      thumbnailId === null || (await as('user').call('GET', `/thumbnail/download/${thumbnailId}`)).status,
    ).not.toBe(200)
  })
})

describe('tables of the media library', () => {
  /** Rows with a folder, a file, or a deck that are never read by it with a scope. */
  const OTHERS: Partial<Record<TableName, string>> = {
    references: 'read by what they lead to',
    tag_uses: 'read by what has the tag',
    play_items: 'what a screen played belongs to the screen',
    alert_problems: 'for callers without a scope',
  } as never

  it('every table that hangs on a folder has a condition', async () => {
    const tables = await server().services.database.introspection.getTables()
    const hanging = tables
      .filter(({ columns }) =>
        columns.some(({ name }) => ['folderId', 'mediaId', 'deckId', 'packageId'].includes(name)),
      )
      .map(({ name }) => name as TableName)
    for (const table of hanging) expect(table in FILED || table in OTHERS, table).toBe(true)
  })

  it.each(Object.keys(FILED) as TableName[])('%s has no row of what is outside', async (table) => {
    const { database } = server().services
    for (const onMove of [undefined, () => {}]) {
      const own = scoped(database, world.organizationId, { places: [], folders: [[mine]] }, onMove)
      const rows = await own.selectFrom(table).selectAll().execute()
      // The row of the chosen folder names what is above it; answers don't.
      const hidden = secrets.filter((secret) => table !== 'folders' || secret !== above)
      for (const secret of hidden) expect(JSON.stringify(rows)).not.toContain(secret)
      const joined = await own
        .selectFrom('organizations')
        .leftJoin(table, `${table}.organizationId` as never, 'organizations.id' as never)
        .selectAll()
        .execute()
      for (const secret of hidden) expect(JSON.stringify(joined)).not.toContain(secret)
    }
  })
})
