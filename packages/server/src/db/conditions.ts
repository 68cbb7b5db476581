// What conditions about a caller's reach are made of.
import type { Reach } from '@vitrine/contract/permissions'
import { type OperationNode, type RawBuilder, sql } from 'kysely'

/**
 * `found`: rows that a reading route finds. `joined`: the same for a row that another one leads to, such as the group of
 * a screen. `changed`: rows that a writing route finds.
 */
export type Use = 'found' | 'joined' | 'changed'

export interface Limit {
  organizationId: string
  reach: Reach
  /** Also media that something else in reach shows: for reading by id, and for what a page may name. */
  isShown?: boolean
  /** The engines read lists in different ways. */
  isPostgres: boolean
  /** Conditions that a call with this limit has needed before. */
  made?: Map<string, OperationNode>
}

export type Condition = RawBuilder<unknown>
export type Row = (column: string) => Condition
export type PlacedRow = (limit: Limit, row: Row, use: Use) => Condition

export const and = (conditions: readonly Condition[]) => sql`(${sql.join(conditions, sql` and `)})`
export const or = (conditions: readonly Condition[]) => sql`(${sql.join(conditions, sql` or `)})`
export const rowOf =
  (table: string): Row =>
  (column) =>
    sql.ref(`${table}.${column}`)

/** A few ids are compared faster than a list is read. */
const FEW = 8

export function among({ isPostgres }: Limit, value: Condition, ids: readonly string[]): Condition {
  if (ids.length === 0) return sql`1 = 0`
  // SQLite would plan again for each value of a bare parameter.
  if (ids.length <= FEW)
    return sql`${value} in (${sql.join(isPostgres ? ids : ids.map((id) => sql`cast(${id} as text)`))})`
  const list = JSON.stringify(ids)
  return isPostgres
    ? sql`${value} in (select json_array_elements_text(${list}::json))`
    : sql`${value} in (select value from json_each(${list}))`
}
