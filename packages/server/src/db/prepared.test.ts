import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { anyIn, idList, isPostgres } from './database.ts'
import { prepared } from './prepared.ts'
import { scoped } from './scoped.ts'

let builds = 0
const named = prepared((db, { name, location }: { name?: string; location?: string | null }) => {
  builds++
  return db
    .selectFrom('buildings')
    .select(['id', 'name', 'organizationId'])
    .$if(name !== undefined, (rows) => rows.where('name', '=', name ?? ''))
    .$if(location !== undefined, (rows) =>
      rows.where('location', location === null ? 'is' : '=', location ?? null),
    )
    .orderBy('name')
})

describe('prepared queries', () => {
  const server = useServer()
  const body = (name: string) => ({ name, location: `Street of ${name}`, floors: [{ name: 'Ground' }] })

  it('are built once per shape and get the values of each call', async () => {
    const admin = await server().organization()
    for (const name of ['North', 'South']) await admin.api.buildings.create({ body: body(name) })
    const db = scoped(server().services.database, admin.organizationId)
    const names = async (values: { name?: string; location?: string | null }) =>
      (await named(db, values)).map((row) => row.name)
    builds = 0
    expect(await names({ name: 'North' })).toEqual(['North'])
    expect(await names({ name: 'South' })).toEqual(['South'])
    expect(builds).toBe(1)
    expect(await names({})).toEqual(['North', 'South'])
    expect(await names({ name: undefined })).toEqual(['North', 'South'])
    expect(await names({ location: null })).toEqual([])
    expect(await names({ location: 'Street of South' })).toEqual(['South'])
    expect(builds).toBe(4)
  })

  it('AUTHZ-16: reach the rows of the tenant of each call only, and all rows without one', async () => {
    const [one, two] = [await server().organization(), await server().organization()]
    for (const admin of [one, two]) await admin.api.buildings.create({ body: body('Tower') })
    const { database } = server().services
    const owners = async (db: typeof database) =>
      (await named(db, { name: 'Tower' })).map((row) => row.organizationId)
    for (const { organizationId } of [one, two, one])
      expect(await owners(scoped(database, organizationId))).toEqual([organizationId])
    expect(await owners(database)).toEqual(expect.arrayContaining([one.organizationId, two.organizationId]))
    await database.transaction().execute(async (tx) => {
      expect(await owners(scoped(tx, two.organizationId))).toEqual([two.organizationId])
    })
  })

  it('take lists of ids as one value', async () => {
    const admin = await server().organization()
    const made = await Promise.all(
      ['A', 'B', 'C'].map((name) => admin.api.buildings.create({ body: body(name) })),
    )
    const byIds = prepared((db, { ids }: { ids: string }) =>
      db.selectFrom('buildings').select('name').where('id', 'in', anyIn(db, ids)).orderBy('name'),
    )
    const db = scoped(server().services.database, admin.organizationId)
    const ids = made.map(({ building }) => building)
    expect(await byIds(db, { ids: idList(ids.slice(0, 2)) })).toEqual([{ name: 'A' }, { name: 'B' }])
    expect(await byIds(db, { ids: idList([]) })).toEqual([])
  })

  it('compare texts in a way that SQLite plans once, and numbers unchanged', async (context) => {
    const { database } = server().services
    if (isPostgres(database)) return context.skip('PostgreSQL keeps its plans')
    const admin = await server().organization()
    await admin.api.buildings.create({ body: body('East') })
    const db = scoped(database, admin.organizationId)
    const { sql } = db
      .selectFrom('buildings')
      .select('name')
      .where('name', '=', 'East')
      .where('version', '=', 1)
      .limit(1)
      .compile()
    expect(sql.split(' where ')[1]).toBe(
      '("name" = cast(? as text) and "version" = ?) and "buildings"."organizationId" = cast(? as text) limit cast(? as integer)',
    )
    const versioned = prepared((bound, { version }: { version: number }) =>
      bound.selectFrom('buildings').select('name').where('version', '=', version),
    )
    expect(await versioned(db, { version: 1 })).toEqual([{ name: 'East' }])
    expect(await versioned(db, { version: 2 })).toEqual([])
  })
})
