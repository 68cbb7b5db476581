import { type SqlBool, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { tenantOf } from '#db/scoped.ts'
import type { Picked } from '#screens/plays/store/pick.ts'
import { anyOfNumbers, type Clickhouse, type Parameters } from './client.ts'
import { SUMMED } from './roll-up.ts'

/** Hours since 1970, `from` inclusive and `to` exclusive. */
interface Span {
  from: number
  to: number
}

/**
 * Reads what a query selects, of its organizations only: queries name `plays`, `hours`, and `sums`, which exist only
 * here, as the rows of those organizations.
 */
export class TenantReader {
  readonly #clickhouse: Clickhouse
  readonly #parameters: Parameters
  readonly #rows: string
  readonly #organization: string
  /** Whether the query selects everything: then `sums` has the totals of each hour. */
  readonly isWhole: boolean

  private constructor(
    clickhouse: Clickhouse,
    { rows, organization, isWhole }: { rows: string; organization: string; isWhole: boolean },
    parameters: Parameters,
  ) {
    this.#clickhouse = clickhouse
    this.#organization = organization
    this.#rows = rows
    this.#parameters = parameters
    this.isWhole = isWhole
  }

  /** `reader` is bound to the caller's organization. */
  static async of(clickhouse: Clickhouse, reader: Db, picked: Picked): Promise<TenantReader> {
    const parameters: Record<string, readonly number[]> = {}
    const numbersIn = (column: string, numbers: readonly number[]) =>
      anyOfNumbers(column, numbers, parameters)
    const conditions = [numbersIn('tenant', picked.tenants)]
    if (picked.screens) conditions.push(numbersIn('screen', picked.screens))
    if (picked.items) {
      const { pattern, ...others } = picked.items
      const named = numbersIn('item', await itemsOf(reader, picked.items))
      if (picked.orScreens.length === 0) conditions.push(named)
      else {
        conditions.push(`(${named} or ${numbersIn('screen', picked.orScreens)})`)
        if (others.kind || others.storyboardId || others.itemId)
          conditions.push(numbersIn('item', await itemsOf(reader, others)))
      }
    }
    const isWhole = picked.screens === null && picked.items === null
    const organization = tenantOf(reader) ?? ''
    return new TenantReader(clickhouse, { rows: conditions.join(' and '), organization, isWhole }, parameters)
  }

  /** Runs a query on one of the sources; `sums` only if the query selects everything. */
  rows<Row extends readonly unknown[]>(
    source: Source,
    span: Span,
    query: string,
    parameters: Parameters = {},
  ): Promise<Row[]> {
    const rows = `${this.#rows} and hour >= {from:UInt32} and hour < {to:UInt32}`
    return this.#clickhouse.read<Row>(this.#organization, `with ${SOURCES[source](rows)} ${query}`, {
      ...parameters,
      ...this.#parameters,
      from: hourIn(span.from),
      to: hourIn(span.to),
    })
  }
}

type Source = 'plays' | 'hours' | 'sums'

/** The only definitions of the names in queries. `plays` are those that began in the hours. */
const SOURCES: Record<Source, (rows: string) => string> = {
  plays: (rows) => `plays as (
    select startedAt, screen, key, item, lasted from play_rows final
    where ${rows} and intDiv(startedAt, 3600000) = hour
  )`,
  hours: (rows) => `${CLOSED}, hours as (
    select hour, screen, item, plays, milliseconds from play_hour_rows final where ${rows} and hour < closed
    union all
    select hour, screen, item, ${SUMMED} from play_rows final where ${rows} and hour >= closed
    group by tenant, hour, screen, item
  )`,
  sums: (rows) => `${CLOSED}, sums as (
    select hour, plays, milliseconds from play_hour_sums final where ${rows} and hour < closed
    union all
    select hour, ${SUMMED} from play_rows final where ${rows} and hour >= closed group by tenant, hour
  )`,
}
const CLOSED = "(select max(at) from play_marks where id = 'closed') as closed"

const hourIn = (hour: number) => Math.min(2 ** 32 - 1, Math.max(0, hour))

async function itemsOf(
  reader: Db,
  { kind, storyboardId, itemId, pattern }: NonNullable<Picked['items']>,
): Promise<number[]> {
  let query = reader.selectFrom('play_items').select('number')
  if (kind) query = query.where('kind', '=', kind)
  if (storyboardId) query = query.where('storyboardId', '=', storyboardId)
  if (itemId) query = query.where(sql<SqlBool>`coalesce("mediaId", "pageId") = ${itemId}`)
  if (pattern) query = query.where(sql<SqlBool>`"nameKey" like ${pattern} escape '!'`)
  return (await query.execute()).map(({ number }) => number)
}
