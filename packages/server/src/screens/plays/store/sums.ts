import type { PlayQuery, PlaySum, PlayTotal } from '@vitrine/contract/api/screens/plays'
import { storyboardNames } from '#content/storyboards/queries.ts'
import { hourOf } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'

/** Maximum items to sum, in all and per row of totals: a page or media item counts once per storyboard. */
export const ITEMS_MAX = 2000
export const PER_ROW = 10
/** Maximum rows per table of a report. */
export const ROWS_MAX = 100
/** Maximum hours of a report, the newest: two years. */
export const HOURS_MAX = 17_568

export interface Span {
  from: number
  to: number
}

/**
 * The whole hours that begin in a query's period: days of a time zone with a half-hour offset share none. A period within
 * an hour has that hour.
 */
export function spanOf({ from, to }: Pick<PlayQuery, 'from' | 'to'>): Span {
  const end = to === undefined ? 2_000_000_000 : Math.min(2_000_000_000, Math.ceil(to / 3_600_000))
  if (from === undefined) return { from: -2_000_000_000, to: end }
  const first = Math.max(-2_000_000_000, Math.ceil(from / 3_600_000))
  return { from: first < end ? first : hourOf(from), to: end }
}

export const seconds = (milliseconds: number) => Math.round(Number(milliseconds) / 1000)

export interface Sums {
  plays: number
  milliseconds: number
}

export interface ItemSums extends Sums {
  number: number
  kind: PlayTotal['kind']
  itemId: string
  storyboardId: string
  name: string
  screens: number
}

/** One row per page or media item, across storyboards. `screensOf`: how many screens showed any item of each group. */
export async function totalsFrom(
  items: readonly ItemSums[],
  most: number,
  screensOf: (groups: readonly ItemSums[][]) => Promise<number[]>,
): Promise<PlayTotal[]> {
  const groups = [...Map.groupBy(items, ({ kind, itemId }) => `${kind} ${itemId}`).values()]
  const totals = groups
    .map((group) => ({ group, ...added(group) }))
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, most)
  const shared = totals.map(({ group }) => group).filter((group) => group.length > 1)
  // In one query: hundreds would make others wait.
  const counts = shared.length > 0 ? await screensOf(shared) : []
  const screensOn = new Map(shared.map((group, place) => [group, counts[place]]))
  return totals.map(({ group, plays, milliseconds }) => {
    const [{ kind, itemId, name, screens } = NO_ITEM] = group
    const sums = { plays, seconds: seconds(milliseconds), screens: screensOn.get(group) ?? screens }
    return { kind, itemId, name, ...sums }
  })
}

const NO_ITEM = { kind: 'page', itemId: '', name: '', screens: 0 } as const

export const added = (sums: readonly Sums[]): Sums => ({
  plays: sums.reduce((sum, { plays }) => sum + plays, 0),
  milliseconds: sums.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
})

export async function storyboardsFrom(
  db: Db,
  items: readonly ItemSums[],
  kind: PlayTotal['kind'],
): Promise<PlaySum[]> {
  const groups = Map.groupBy(
    items.filter((item) => item.kind === kind),
    ({ storyboardId }) => storyboardId,
  )
  const rows = [...groups]
    .map(([id, group]) => ({ id, ...added(group) }))
    .sort((a, b) => b.milliseconds - a.milliseconds || (a.id < b.id ? -1 : 1))
    .slice(0, ROWS_MAX)
  const names = await storyboardNames(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => sumOf({ ...row, name: names.get(row.id) ?? '' }))
}

export const sumOf = ({
  id,
  name,
  plays,
  milliseconds,
}: Sums & { id: string | null; name: string | null }): PlaySum => ({
  id: id ?? '',
  name: name ?? '',
  plays: Number(plays),
  seconds: seconds(milliseconds),
})
