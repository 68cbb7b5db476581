import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { LocalPlace } from '@vitrine/contract/api/content/local-content'
import { can, isWithin, reachOf } from '@vitrine/contract/permissions'
import type { Session } from '#base/handler.ts'
import { listRows } from '#base/list.ts'
import { anyOf, isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Buildings with their floors, as the caller reaches them. */
export async function listPlaces(
  db: Db,
  query: ListQuery,
  session: Session,
): Promise<{ places: LocalPlace[]; total?: number }> {
  const select = db.selectFrom('buildings').select(['buildings.id', 'buildings.name'])
  const { rows, total } = await listRows(db, select, 'buildings', query, {
    search: ['nameKey'],
    sort: { name: 'nameOrder' },
  })
  const floors = await db
    .selectFrom('floors')
    .select(['id', 'name', 'buildingId'])
    .where('buildingId', 'in', anyOf(db, rows))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const reach = reachOf(session, { write: 'local-content' })
  const mayWrite = can(session, 'write', 'local-content')
  const byBuilding = Map.groupBy(floors, ({ buildingId }) => buildingId)
  const places = rows.map(({ id, name }) => ({
    ...{ id, name, mayFill: mayWrite && isWithin(reach, { buildingId: id }) },
    floors: (byBuilding.get(id) ?? []).map((floor) => ({
      ...{ id: floor.id, name: floor.name },
      mayFill: mayWrite && isWithin(reach, { buildingId: id, floorId: floor.id }),
    })),
  }))
  return { places, total }
}

/** The name of a building or a floor that the caller reaches; undefined for none. Its row can't be deleted until the transaction ends. */
export async function placeName(db: Db, id: string): Promise<string | undefined> {
  const building = await db
    .selectFrom('buildings')
    .select('name')
    .where('id', '=', id)
    .$if(isPostgres(db), (rows) => rows.forKeyShare())
    .executeTakeFirst()
  if (building) return building.name
  const floor = await db
    .selectFrom('floors')
    .select(['name', 'buildingId'])
    .where('id', '=', id)
    .$if(isPostgres(db), (rows) => rows.forKeyShare())
    .executeTakeFirst()
  if (!floor) return undefined
  const around = await db
    .selectFrom('buildings')
    .select('name')
    .where('id', '=', floor.buildingId)
    .executeTakeFirst()
  return around ? `${around.name} · ${floor.name}` : floor.name
}
