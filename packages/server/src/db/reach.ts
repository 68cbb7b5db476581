// What a caller reaches, as conditions of queries: places, and folders of the media library.
import { type OperationNode, RawNode } from 'kysely'
import { and, type Limit, rowOf, type Use } from './conditions.ts'
import { FILED } from './library.ts'
import { PLACED } from './places.ts'
import type { TableName } from './schema.ts'

/** What a bound row leads to by a key is in reach, too: a screen's rows, group, and floor, and the building of a floor. */
const LED_TO: Partial<Record<string, string>> = {
  'device_groups.id': 'devices.deviceGroupId',
  'floors.id': 'devices.floorId',
  'buildings.id': 'floors.buildingId',
  'device_states.id': 'devices.id',
  'pictures.id': 'devices.id',
}
export const isLedTo = (column: string, by: string): boolean => LED_TO[column] === by

/** The condition for a table in a query; undefined for tables without a place, and callers without a scope. */
export function reachCondition(
  limit: Limit,
  table: string,
  name: string,
  use: Use,
): OperationNode | undefined {
  const { places, folders } = limit.reach
  const placed = places.length > 0 ? PLACED[table as TableName] : undefined
  const filed = folders.length > 0 ? FILED[table as TableName] : undefined
  if (!placed && !filed) return undefined
  limit.made ??= new Map()
  const key = `${table} ${name} ${use}`
  const conditions = [placed, filed].flatMap((condition) => condition?.(limit, rowOf(name), use) ?? [])
  // The words tell it from all conditions of queries: a query in another one is bound twice, and has it once.
  const node =
    limit.made.get(key) ??
    RawNode.create([`(/* reach of ${name} */ `, ')'], [and(conditions).toOperationNode()])
  limit.made.set(key, node)
  return node
}
