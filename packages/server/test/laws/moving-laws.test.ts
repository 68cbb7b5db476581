import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertOrganization } from '#accounts/organizations/queries.ts'
import { holdingFiles } from '#base/storage/held-files.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import { isSearchTable } from '#db/lists/name-search.ts'
import { isPlayDay } from '#db/plays/days.ts'
import { type Db, type TableName, tenantColumn } from '#db/schema.ts'
import { migrate } from '#db/start/migrate.ts'
import { isoTime } from '#lib/clock.ts'
import { CHECKS } from '#operations/moving/checks.ts'
import {
  COMPUTED,
  KEYS,
  LATER,
  LEFT,
  MOVED_NAMES,
  type MovedName,
  movedTable,
} from '#operations/moving/tables.ts'
import { type ArchivedRow, exported, imported, rowsOfArchive, unzipped } from '#test/archives.ts'
import { foreignKeysOf } from '#test/foreign-keys.ts'
import { NEVER_ANSWERED, type TestServer, useServer } from '#test/harness.ts'
import { fullOrganization } from '#test/moved-organization.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
type Rows = Map<string, ArchivedRow[]>

/** Old ids by new ones: rows keep their order. */
function oldIds(before: Rows, after: Rows): Map<string, string> {
  const ids = new Map<string, string>()
  for (const [table, rows] of before)
    for (const [index, { id }] of rows.entries()) ids.set(after.get(table)?.[index]?.id ?? '', id)
  return ids
}
const withIds = <T>(value: T, ids: ReadonlyMap<string, string>): T =>
  JSON.parse(JSON.stringify(value).replace(UUIDS, (id) => ids.get(id) ?? id)) as T

/** Times of the organization itself, which is new. */
const withoutOwnTimes = (table: string, rows: readonly ArchivedRow[]) =>
  table === 'organizations' ? rows.map(({ createdAt, updatedAt, version, ...row }) => row) : rows

describe('archives of organizations', () => {
  const server = useServer()
  const other = useServer()
  const third = useServer()
  let admin: Awaited<ReturnType<typeof fullOrganization>>
  let archive: Buffer
  let before: Rows
  let after: Rows
  let newId: string
  let ids: Map<string, string>

  beforeAll(async () => {
    admin = await fullOrganization(server())
    archive = await exported(server(), admin.organizationId)
    newId = (await imported(other(), archive)).organization.id
    ;[before, after] = [await rowsOfArchive(archive), await rowsOfArchive(await exported(other(), newId))]
    ids = oldIds(before, after)
  }, 240_000)

  it('decide about every table with an organization, and about every column', async () => {
    const { database } = server().services
    const tables = (await database.introspection.getTables()).filter(
      ({ name }) => tenantColumn(name) !== null && !isSearchTable(name) && !isPlayDay(name),
    )
    const decided = [...MOVED_NAMES, ...Object.keys(COMPUTED), ...Object.keys(LEFT)].sort()
    expect(decided).toEqual([...new Set(tables.map(({ name }) => name))].sort())
    for (const { name, columns } of tables) {
      if (!(MOVED_NAMES as string[]).includes(name)) continue
      const { columns: moved, made } = movedTable(name as MovedName)
      const known = [
        'id',
        ...(name === 'organizations' ? [] : ['organizationId']),
        ...moved,
        ...Object.keys(made),
      ]
      expect(known.sort(), name).toEqual(columns.map((column) => column.name).sort())
    }
    expect(Object.keys(CHECKS).sort()).toEqual([...MOVED_NAMES].sort())
  })

  it('check every foreign key, in an order in which rows can be inserted', async () => {
    const keys = [...(await foreignKeysOf(server().services.database)).keys()]
    for (const key of keys) {
      const [child = '', parent = ''] = key.split(' → ')
      const [table = '', column = ''] = child.split('.')
      if (!(MOVED_NAMES as string[]).includes(table) || column === 'organizationId') continue
      if (!movedTable(table as MovedName).columns.includes(column)) continue
      expect(KEYS[table as MovedName]?.[column], key).toBe(parent)
      const isLater = LATER[table as MovedName]?.includes(column)
      const order = MOVED_NAMES.indexOf(parent as MovedName) - MOVED_NAMES.indexOf(table as MovedName)
      expect(isLater || order < 0, key).toBe(true)
    }
  })

  it('lose nothing on the way: each table has rows, and the next archive is the same up to ids', () => {
    expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([])
    for (const [table, rows] of before) {
      const there = withIds(after.get(table) ?? [], ids)
      expect(withoutOwnTimes(table, there), table).toEqual(withoutOwnTimes(table, rows))
    }
  })

  it('have the files with their bytes', async () => {
    const files = (all: Map<string, Buffer>) => [...all].filter(([name]) => name.startsWith('files/'))
    const there = files(await unzipped(archive))
    expect(there.length).toBeGreaterThan(10)
    for (const [name, content] of there)
      expect(await other().services.blobs.size(name.slice('files/'.length))).toBe(content.length)
  })

  it('bring back what saves compute from documents', async () => {
    const read = async (db: Db, organizationId: string, mapped = ids) => {
      const rows = async (table: TableName, columns: string[]) => {
        const found = await sql<Record<string, unknown>>`
          select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
          where "organizationId" = ${organizationId}`.execute(db)
        return withIds(found.rows, mapped)
          .map((row) => JSON.stringify(row))
          .sort()
      }
      return {
        references: await rows('references', ['fromKind', 'fromId', 'toKind', 'toId']),
        template_widgets: await rows('template_widgets', ['pageId', 'widgetId']),
        package_files: await rows('package_files', ['packageId', 'path', 'sha256', 'size']),
        packages: await rows('packages', ['id', 'schema', 'widgets']),
        pages: await rows('pages', ['id', 'nameKey', 'nameOrder', 'bytes', 'shows']),
        media: await rows('media', ['id', 'nameKey', 'nameOrder']),
        folders: await rows('folders', ['id', 'nameKey', 'parentKey']),
      }
    }
    const mine = await read(server().services.database, admin.organizationId, new Map())
    expect(await read(other().services.database, newId)).toEqual(mine)
    expect(mine.references.length).toBeGreaterThan(20)
  })

  it('have no secret', async () => {
    const text = [...(await unzipped(archive))]
      .filter(([name]) => !name.startsWith('files/'))
      .map(([, content]) => String(content))
      .join('\n')
    expect(text).not.toMatch(NEVER_ANSWERED)
    const { database } = server().services
    const SECRETS: Partial<Record<TableName, string[]>> = {
      users: ['passwordHash'],
      sessions: ['currentHash', 'previousHash'],
      devices: ['tokenHash', 'pin'],
      api_keys: ['secretHash', 'start'],
      triggers: ['secretHash', 'start'],
      webhooks: ['address'],
      kiosks: ['key'],
      machine_keys: ['id'],
      second_factors: ['sealed', 'pending'],
      identity_providers: ['clientSecret'],
      secrets: ['value'],
      alert_rules: ['webhook'],
    }
    let grepped = 0
    for (const [table, columns] of Object.entries(SECRETS))
      for (const column of columns) {
        const { rows } = await sql<{ secret: string | null }>`
          select ${sql.ref(column)} as secret from ${sql.table(table)}`.execute(database)
        for (const { secret } of rows) {
          if (!secret) continue
          grepped++
          expect(text.includes(secret), `${table}.${column}`).toBe(false)
        }
      }
    expect(grepped).toBeGreaterThan(20)
  })

  it('bring screens that pair again, and then play what they played', async () => {
    const reversed = new Map([...ids].map(([now, was]) => [was, now]))
    const superAdmin = await other().signIn()
    const { code, secret } = await other()
      .as()
      .api.player.startPairing({ body: { screen: FACTS } })
    const params = { id: reversed.get(admin.screen.deviceId) ?? '' }
    const found = await superAdmin.api.devices.get({ params })
    expect(found.device).toMatchObject({ name: 'Annex screen', connection: 'never', licenceId: null })
    await superAdmin.api.devices.replace({ params, body: { code } })
    const { claimed } = await other().as().api.player.awaitPairing({ body: { secret } })
    const screen = new TestScreen(other(), claimed?.deviceId ?? '', claimed?.token ?? '')
    const [was, now] = [await admin.screen.manifest(), await screen.manifest()]
    const schedule = withIds(now.group, ids)
    expect({ ...schedule, id: '' }).toEqual({ ...was.group, id: '' })
    expect(Object.keys(was.group.pages)).toHaveLength(1)
  })

  it('survive the other kind of database unchanged, in both directions', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-moving-'))
    const embedded = openSqlite(path.join(folder, 'other.db'))
    try {
      await migrate(embedded)
      await insertOrganization(embedded, 'Home', true, isoTime(server().clock.now()))
      const { blobs, clock } = other().services
      const services = {
        ...other().services,
        database: embedded,
        blobs: holdingFiles(blobs, embedded, clock),
      }
      const beside = { services } as unknown as TestServer
      const there = await imported(beside, archive)
      const second = await exported(beside, there.organization.id)
      // PostgreSQL must read what SQLite wrote, too.
      const again = await imported(third(), second)
      for (const content of [second, await exported(third(), again.organization.id)]) {
        const back = await rowsOfArchive(content)
        const own = oldIds(before, back)
        for (const [table, rows] of before)
          expect(withoutOwnTimes(table, withIds(back.get(table) ?? [], own)), table).toEqual(
            withoutOwnTimes(table, rows),
          )
      }
    } finally {
      await embedded.destroy()
      await rm(folder, { recursive: true })
    }
  }, 120_000)
})
