// Screens of a CSV file: they wait for their players.

import { TagName } from '@vitrine/contract/api/base/tags'
import { DEVICE_TYPES, DeviceInput } from '@vitrine/contract/api/screens/devices'
import { searchKey } from '@vitrine/contract/search-key'
import { problem, type SheetLine, wordsIn } from '#base/sheet.ts'
import { addTags } from '#base/tags/api.ts'
import type { Db } from '#db/schema.ts'
import { insertWaiting } from './queries.ts'

const TYPES: Readonly<Record<string, number>> = { '': DEVICE_TYPES.tv, ...DEVICE_TYPES }

/** Saves rows as screens. `db` is bound to the organization. */
export async function screensOfSheet(db: Db, organizationId: string, now: number) {
  const groups = await db.selectFrom('device_groups').select(['id', 'nameKey']).execute()
  const groupIds = new Map(groups.map(({ id, nameKey }) => [nameKey, id]))
  const floors = await db
    .selectFrom('floors')
    .innerJoin('buildings', 'buildings.id', 'floors.buildingId')
    .select(['floors.id', 'floors.name', 'buildings.nameKey'])
    .execute()
  const floorsOf = Map.groupBy(floors, ({ nameKey }) => nameKey)
  const devices = await db.selectFrom('devices').select('nameKey').execute()
  const taken = new Set(devices.map(({ nameKey }) => nameKey))

  const floorOf = (building: string, floor: string): string | null => {
    if (building === '' && floor === '') return null
    if (building === '') throw problem('A floor needs its building.')
    const known = floorsOf.get(searchKey(building))
    if (!known) throw problem(`There is no building named ${building}.`)
    if (floor === '' && known.length > 1) throw problem(`${building} has several floors. Name one of them.`)
    const found = floor === '' ? known[0] : known.find(({ name }) => searchKey(name) === searchKey(floor))
    if (!found) throw problem(`${building} has no floor named ${floor}.`)
    return found.id
  }

  return async ({ values }: SheetLine<'screens'>): Promise<void> => {
    const { Name: name, Type: type, Group: group, Building: building, Floor: floor, Tags: tags } = values
    const key = searchKey(name)
    if (taken.has(key)) throw problem(`There is a screen named ${name} already.`)
    const kind = TYPES[type.toLowerCase()]
    if (kind === undefined) throw problem(`${type} is no type. Use ${Object.keys(DEVICE_TYPES).join(', ')}.`)
    const deviceGroupId = group === '' ? null : groupIds.get(searchKey(group))
    if (deviceGroupId === undefined) throw problem(`There is no group named ${group}.`)
    const floorId = floorOf(building, floor)
    const input = DeviceInput.parse({ name, type: kind, deviceGroupId, floorId })
    const words = wordsIn(tags).map((word) => TagName.parse(word))
    const id = await insertWaiting(db, organizationId, input, now)
    await addTags(
      db,
      organizationId,
      'device',
      words.map((tag) => ({ id, tag })),
    )
    taken.add(key)
  }
}
