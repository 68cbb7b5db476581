// What a caller reaches, as conditions of queries: places, and folders of the media library.
import type { Reach } from '@vitrine/contract/permissions'
import { ColumnNode, type OperationNode, RawNode, ReferenceNode, TableNode } from 'kysely'
import { and, type Limit, rowOf, type Use } from './conditions.ts'
import { FILED } from './library.ts'
import { isByGroup, PLACED } from './places.ts'
import type { TableName } from './schema.ts'

/** What a bound row leads to by a key is in reach, too: a screen's rows, group, and floor, and the building of a floor. */
const LED_TO: Partial<Record<string, string>> = {
  'device_groups.id': 'devices.deviceGroupId',
  'floors.id': 'devices.floorId',
  'buildings.id': 'floors.buildingId',
  'device_states.id': 'devices.id',
  'pictures.id': 'devices.id',
}
const isScreenOfFloor = (column: string, by: string) => column === 'devices.floorId' && by === 'floors.id'

/** Whether the rows that a bound row leads to are in reach with it. */
export const isLedTo = (limit: Limit, column: string, by: string): boolean =>
  LED_TO[column] === by || (isScreenOfFloor(column, by) && !isByGroup(limit))

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
  limit.made ??= madeFor(limit)
  const key = `${table} ${name} ${use}`
  const known = limit.made.get(key)
  if (known) return known
  const conditions = [placed, filed].flatMap((condition) => condition?.(limit, rowOf(name), use) ?? [])
  const node = RawNode.create(...flat([and(conditions).toOperationNode()]))
  limit.made.set(key, node)
  return node
}

/** People whose conditions are kept from call to call: making them takes as long as a small query. */
const KEPT_MOST = 200
const kept = new Map<string, NonNullable<Limit['made']>>()

function madeFor({ organizationId, reach, isShown, isPostgres }: Limit): NonNullable<Limit['made']> {
  const key = `${organizationId} ${isShown ?? false} ${isPostgres} ${textOf(reach)}`
  const made = kept.get(key) ?? new Map<string, OperationNode>()
  // The most recently used ones are last.
  kept.delete(key)
  kept.set(key, made)
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MOST) break
    kept.delete(oldest)
  }
  return made
}

const texts = new WeakMap<Reach, string>()
function textOf(reach: Reach): string {
  const known = texts.get(reach) ?? JSON.stringify(reach)
  texts.set(reach, known)
  return known
}

/**
 * One text and its values: every query that has a condition is copied, and read again for its text, and nested conditions
 * took most of the time of both.
 */
function flat(parts: readonly (string | OperationNode)[]): [fragments: string[], values: OperationNode[]] {
  const fragments = ['']
  const values: OperationNode[] = []
  const write = (text: string) => fragments.push((fragments.pop() ?? '') + text)
  const visit = (part: string | OperationNode) => {
    if (typeof part === 'string') write(part)
    else if (RawNode.is(part))
      for (const [index, text] of part.sqlFragments.entries()) {
        write(text)
        const next = part.parameters[index]
        if (next) visit(next)
      }
    else if (TableNode.is(part)) write(quoted(part.table.identifier.name))
    else if (ReferenceNode.is(part) && ColumnNode.is(part.column)) {
      if (part.table) write(`${quoted(part.table.table.identifier.name)}.`)
      write(quoted(part.column.column.name))
    } else {
      values.push(part)
      fragments.push('')
    }
  }
  for (const part of parts) visit(part)
  return [fragments, values]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
