import { ROLES } from '@vitrine/contract/permissions'
import { searchKey } from '@vitrine/contract/search-key'
import { type CompiledQuery, type DatabaseConnection, sql } from 'kysely'
import { expect, it } from 'vitest'
import { isPostgres, refreshStatistics } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { newId } from '#lib/ids.ts'
import { type Caller, useServer } from '#test/harness.ts'

const server = useServer()

const OUTSIDE = 20_000
const INSIDE = 200

async function fill(organizationId: string, folderId: string | null, count: number): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z'
  for (let from = 0; from < count; from += 1000)
    await server()
      .services.database.insertInto('media')
      .values(
        Array.from({ length: Math.min(1000, count - from) }, (_, n) => ({
          ...{ id: newId(), organizationId, folderId, name: `Photo ${from + n}` },
          ...{
            nameKey: searchKey(`Photo ${from + n}`),
            sha256: '0'.repeat(64),
            mimetype: 'image/png',
            size: 1,
          },
          ...{ version: 1, createdAt: at, updatedAt: at },
        })) as never,
      )
      .execute()
}

/** An organization with many files outside of the folder that someone's rights hold for. */
async function scene() {
  const admin = await server().organization()
  const mine = (await admin.api.media.createFolder({ body: { name: 'Kitchen' } })).folder.id
  const theirs = (await admin.api.media.createFolder({ body: { name: 'Bar' } })).folder.id
  await fill(admin.organizationId, mine, INSIDE)
  await fill(admin.organizationId, theirs, OUTSIDE)
  const { database } = server().services
  // PostgreSQL's own follows within a minute.
  await (isPostgres(database) ? sql`analyze`.execute(database) : refreshStatistics(database))
  const limited = await server().user(admin)
  const { id } = (await limited.api.auth.profile()).profile
  const scope = JSON.stringify({ places: null, folders: [mine] })
  await database.updateTable('users').set({ role: ROLES.admin, scope }).where('id', '=', id).execute()
  return { admin, limited }
}

/** The statements of a call, on any connection of its databases. */
async function statementsOf(call: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const all: CompiledQuery[] = []
  const { database, reader } = server().services
  const watched = new Map<DatabaseConnection, DatabaseConnection['executeQuery']>()
  for (const db of [database, reader])
    await db.getExecutor().provideConnection(async (connection) => {
      // PostgreSQL has several connections, of one class.
      const shared = Object.getPrototypeOf(connection) as DatabaseConnection
      const place = Object.hasOwn(connection, 'executeQuery') || !shared.executeQuery ? connection : shared
      watched.set(place, place.executeQuery)
    })
  for (const [place, original] of watched)
    place.executeQuery = function noted(this: DatabaseConnection, query: CompiledQuery) {
      all.push(query)
      return original.call(this, query) as never
    }
  try {
    await call()
  } finally {
    for (const [place, original] of watched) place.executeQuery = original
  }
  // Whether the list is long is read off the beginning of an index.
  return all.filter(
    ({ sql: text }) => /^select (?!1 as "one" from "media")/.test(text) && text.includes('"media"'),
  )
}

/** Indexes whose order is that of all media, and the table: what is read of them depends on what is outside. */
const OF_ALL = /(SCAN|SEARCH) media( USING (COVERING )?INDEX media_(by|root)_\w+ .*)?$/

interface Step {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}
const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]
const readBy = (step: Step) =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0))

async function expectNarrow(db: Db, query: CompiledQuery): Promise<void> {
  const { sql: text } = query
  if (isPostgres(db)) {
    const [explained] = await rowsOf<{ 'QUERY PLAN': { Plan: Step }[] }>(
      db,
      'explain (analyze, format json)',
      query,
    )
    const steps = explained?.['QUERY PLAN'].flatMap(({ Plan }) => stepsOf(Plan)) ?? []
    const read = steps.filter((step) => step['Relation Name'] === 'media').map(readBy)
    expect([text, read.filter((rows) => rows > 2 * INSIDE)]).toEqual([text, []])
    return
  }
  const plan = (await rowsOf<{ detail: string }>(db, 'explain query plan', query)).map(({ detail }) => detail)
  expect([text, plan.filter((line) => OF_ALL.test(line))]).toEqual([text, []])
}

async function rowsOf<R>(db: Db, explain: string, { sql: text, parameters }: CompiledQuery): Promise<R[]> {
  const explained = { sql: `${explain} ${text}`, parameters } as unknown as CompiledQuery<R>
  return (await db.executeQuery(explained)).rows
}

it('a list or a search of someone with a small folder reads nothing of the files outside', async () => {
  const { admin, limited } = await scene()
  const { database } = server().services
  const search = async (caller: Caller, query: object) =>
    (await caller.api.media.list({ query: { page: 1, pageSize: 20, ...query } })).media
  const questions: [query: object, inside: number][] = [
    [{ everywhere: '1' }, INSIDE],
    [{ everywhere: '1', sort: 'name' }, INSIDE],
    [{ search: 'photo' }, INSIDE],
    [{ search: 'photo', sort: 'name' }, INSIDE],
    [{ search: 'photo', kinds: 'image' }, INSIDE],
    [{ search: 'ph' }, INSIDE],
    [{ search: 'photo 19' }, 12],
    [{ search: 'nothing of this' }, 0],
  ]
  for (const [query, inside] of questions) {
    expect([query, (await search(limited, query)).total]).toEqual([query, inside])
    const statements = await statementsOf(() => search(limited, query))
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) await expectNarrow(database, statement)
  }
  expect((await search(admin, { search: 'photo' })).total).toBeGreaterThan(INSIDE)
})
