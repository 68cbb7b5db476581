import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { EVERY_ITEM, EVERYTHING } from '#db/plays/keys.ts'
import type { Picked } from '#screens/plays/store/pick.ts'

/** Inlines few numbers, which is best for every query plan. They are the server's own: no text gets here. */
export const numbersIn = (column: string, numbers: readonly number[]): RawBuilder<SqlBool> =>
  numbers.length === 1
    ? sql`${sql.ref(column)} = ${sql.lit(numbers[0] ?? 0)}`
    : sql`${sql.ref(column)} in (${sql.join(numbers.map((number) => sql.lit(number)))})`

/** Conditions on an item `i` and its play or total `f`, with a leading `and`. */
export function itemsAre({ items, orScreens }: Picked): RawBuilder<unknown> {
  const conditions: RawBuilder<SqlBool>[] = []
  if (items?.kind) conditions.push(sql`i.kind = ${items.kind}`)
  if (items?.storyboardId) conditions.push(sql`i."storyboardId" = ${items.storyboardId}`)
  if (items?.itemId) conditions.push(sql`coalesce(i."mediaId", i."pageId") = ${items.itemId}`)
  if (items?.pattern) conditions.push(named(items.pattern, orScreens))
  return conditions.length > 0 ? sql` and ${sql.join(conditions, sql` and `)}` : sql``
}

const named = (pattern: string, screens: readonly number[]): RawBuilder<SqlBool> =>
  screens.length > 0
    ? sql`(i."nameKey" like ${pattern} escape '!' or ${numbersIn('f.screen', screens)})`
    : sql`i."nameKey" like ${pattern} escape '!'`

/**
 * Totals of a query between two hours, as `f` (and `i` for the item, with `byItem` or if the query filters items).
 * Without items, reads rows that sum all of them: one per screen and hour, or one per hour.
 */
export function hoursFrom(
  picked: Picked,
  { from, to }: { from: number; to: number },
  by: { item?: boolean; screen?: boolean } = {},
): RawBuilder<unknown> {
  const { tenants, screens, items } = picked
  const span = sql`${numbersIn('f.tenant', tenants)} and f.hour >= ${sql.lit(from)} and f.hour < ${sql.lit(to)}`
  const only = screens ? sql` and ${numbersIn('f.screen', screens)}` : sql``
  if (items || by.item)
    // In this order SQLite reads the hours of each item from the key; PostgreSQL plans on its own.
    return sql`play_items as i cross join play_hours as f
      where f.item = i.number and ${span}${only}${itemsAre(picked)}`
  const item = screens || by.screen ? EVERY_ITEM : EVERYTHING
  return sql`play_hours as f where f.item = ${sql.lit(item)} and ${span}${only}`
}
