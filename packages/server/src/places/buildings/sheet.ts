// Buildings of a CSV file: a row for each floor.
import { BuildingInput } from '@vitrine/contract/api/places/buildings'
import { searchKey } from '@vitrine/contract/search-key'
import { problem, type SheetLine } from '#base/sheet.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { createBuilding } from './queries.ts'

/** Saves rows as buildings, each with the floors of all its rows. `db` is bound to the organization. */
export async function buildingsOfSheet(
  db: Db,
  organizationId: string,
  lines: readonly SheetLine<'buildings'>[],
  now: number,
) {
  const rows = await db.selectFrom('buildings').select('nameKey').execute()
  const taken = new Set(rows.map(({ nameKey }) => nameKey))
  const byBuilding = Map.groupBy(lines, ({ values }) => searchKey(values.Building))

  return async (each: SheetLine<'buildings'>): Promise<void> => {
    const { Building: name, Location: location, Coordinates: coordinates, Floor: floor } = each.values
    const own = byBuilding.get(searchKey(name)) ?? [each]
    const [first] = own
    if (taken.has(searchKey(name))) throw problem(`There is a building named ${name} already.`)
    const key = searchKey(floor)
    const isTwice = own.find(({ values }) => searchKey(values.Floor) === key) !== each
    if (isTwice) throw problem(`${name} has two floors named ${floor}.`)
    const differs = (['Location', 'Coordinates'] as const).find(
      (column) => each.values[column] !== first?.values[column],
    )
    if (differs) throw problem(`${name} has another value under ${differs} in row ${first?.line}.`)
    // The first row makes the building with the floors of all; the others are only checked.
    const floors = own.map(({ values }) => ({ name: values.Floor }))
    const input = { name, location, coordinates }
    if (first !== each) return void BuildingInput.parse({ ...input, floors: [{ name: floor }] })
    const unique = floors.filter(
      (one, index) => floors.findIndex((other) => searchKey(other.name) === searchKey(one.name)) === index,
    )
    await createBuilding(db, organizationId, BuildingInput.parse({ ...input, floors: unique }), isoTime(now))
  }
}
