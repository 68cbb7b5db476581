import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { scoped, whole } from './scoped.ts'

describe('a bound database', () => {
  const server = useServer()

  const twoHouses = async () => {
    const [a, b] = [await server().organization(), await server().organization()]
    const body = { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] }
    await a.api.buildings.create({ body })
    await b.api.buildings.create({ body })
    return {
      db: scoped(server().services.database, a.organizationId),
      mine: a.organizationId,
      theirs: b.organizationId,
    }
  }

  it('AUTHZ-16: selects, joins and counts only its own rows, in subqueries and under or', async () => {
    const { db, mine } = await twoHouses()
    expect(
      (await db.selectFrom('buildings').select('organizationId').execute()).map((row) => row.organizationId),
    ).toEqual([mine])
    const either = db
      .selectFrom('buildings as b')
      .selectAll('b')
      .where((w) => w.or([w('b.name', '=', 'House'), sql<boolean>`1 = 1`]))
    expect(await either.execute()).toHaveLength(1)
    const joined = db
      .selectFrom('floors')
      .innerJoin('buildings', (join) => join.on(sql<boolean>`1 = 1`))
      .select('floors.id')
    expect(await joined.execute()).toHaveLength(1)
    const outer = db
      .selectFrom('organizations')
      .leftJoin('devices', 'devices.organizationId', 'organizations.id')
      .select('organizations.id')
    expect(await outer.execute()).toEqual([{ id: mine }])
    const nested = db
      .selectFrom('organizations')
      .select('id')
      .where('id', 'in', (w) => w.selectFrom('buildings').select('organizationId'))
    expect(await nested.execute()).toEqual([{ id: mine }])
  })

  it('binds a query inside of another one once', async () => {
    const { database } = server().services
    const places = { buildings: ['b'], floors: [], groups: [] }
    const db = scoped(database, 'o', { places: [places], folders: [] })
    const rows = db
      .selectFrom('devices')
      .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
      .select('devices.id')
    const timesOf = (text: string, part: string) => text.split(part).length - 1
    const { sql: alone } = rows.compile()
    const { sql: inside } = db.selectFrom(rows.as('rows')).select('rows.id').compile()
    for (const text of [alone, inside]) {
      expect(timesOf(text, '"own_floors"."buildingId"')).toBe(1)
      expect(timesOf(text, '"organizationId" =')).toBe(2)
    }
    // What another limit has bound gets the conditions of this one, too.
    const { sql: mixed } = db
      .selectFrom(whole(db).selectFrom('devices').select('id').as('all'))
      .select('id')
      .compile()
    expect(timesOf(mixed, '"own_floors"."buildingId"')).toBe(1)
  })

  it('looks at the floors alone where the screens of a floor in reach are all in reach', async () => {
    const { database } = server().services
    const onFloors = (groups: string[]) => {
      const places = { buildings: ['b'], floors: [], groups }
      const db = scoped(database, 'o', { places: [places], folders: [] })
      return db
        .selectFrom('floors')
        .innerJoin('devices', 'devices.floorId', 'floors.id')
        .select('devices.id')
        .compile().sql
    }
    expect(onFloors([])).not.toContain('own_floors')
    expect(onFloors(['g'])).toContain('own_floors')
  })

  it('changes and deletes only its own rows', async () => {
    const { db, theirs } = await twoHouses()
    await db.updateTable('buildings').set({ location: 'Moved' }).execute()
    await db.deleteFrom('floors').execute()
    const { database } = server().services
    const other = database
      .selectFrom('buildings')
      .innerJoin('floors', 'floors.buildingId', 'buildings.id')
      .select('location')
    expect(await other.where('buildings.organizationId', '=', theirs).execute()).toEqual([
      { location: 'Here' },
    ])
  })

  it('inserts for its own organization only, and no row changes organizations', async () => {
    const { db, mine, theirs } = await twoHouses()
    const floor = { id: 'f1', buildingId: 'b', name: 'x', position: 0 }
    await expect(
      db
        .insertInto('floors')
        .values({ ...floor, organizationId: theirs })
        .execute(),
    ).rejects.toThrow('must have the bound')
    const both = [
      { ...floor, organizationId: mine },
      { ...floor, id: 'f2', organizationId: theirs },
    ]
    await expect(db.insertInto('floors').values(both).execute()).rejects.toThrow('must have the bound')
    await expect(db.updateTable('floors').set({ organizationId: theirs }).execute()).rejects.toThrow(
      'organization',
    )
  })
})
