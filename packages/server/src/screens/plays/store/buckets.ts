import type { PlayQuery } from '@vitrine/contract/api/screens/plays'
import { HOUR } from '#db/plays/keys.ts'
import type { Picked } from './pick.ts'

/** A time span, `from` inclusive and `to` exclusive, and the number of plays that began in it. */
export interface Bucket {
  from: number
  to: number
  plays: number
}

/** The numbers of plays that a query selects. */
export interface PlayCounts {
  /** Per hour with plays, `from` inclusive and `to` exclusive, newest first. */
  hours(from: number, to: number): Promise<{ hour: number; plays: number }[]>
  /** Of those that began between two instants. */
  between(from: number, to: number): Promise<number>
}

/**
 * Locates the plays of a query, newest first: totals give the number per hour, so distant pages and rare items are
 * found without reading everything in between. Adjacent hours are merged up to `most` plays.
 */
export async function bucketsOf(
  counts: PlayCounts,
  query: Pick<PlayQuery, 'from' | 'to'> & Pick<Picked, 'keptFrom'>,
  most: number,
): Promise<Bucket[]> {
  const from = Math.max(query.from ?? Number.MIN_SAFE_INTEGER, query.keptFrom)
  const to = Math.min(query.to ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const [first, last] = [Math.ceil(from / HOUR), Math.floor(to / HOUR)]
  const edge = async (start: number, end: number): Promise<Bucket[]> =>
    end > start ? [{ from: start, to: end, plays: await counts.between(start, end) }] : []
  if (last < first) return edge(from, to)
  const buckets = await edge(last * HOUR, to)
  for (const { hour, plays } of await counts.hours(first, last)) {
    const bucket = { from: hour * HOUR, to: (hour + 1) * HOUR, plays }
    const newer = buckets.at(-1)
    const isNext = newer?.from === bucket.to && newer.plays + bucket.plays <= most
    if (isNext) Object.assign(newer, { from: bucket.from, plays: newer.plays + bucket.plays })
    else buckets.push(bucket)
  }
  return [...buckets, ...(await edge(from, first * HOUR))].filter(({ plays }) => plays > 0)
}

export const totalOf = (buckets: readonly Bucket[]): number =>
  buckets.reduce((sum, { plays }) => sum + plays, 0)

/** The parts of buckets that form a page: how many plays to skip at most, and to take, in each. */
export function* piecesOf(buckets: readonly Bucket[], skip: number, take: number) {
  for (const bucket of buckets) {
    if (take <= 0) return
    const some = Math.min(take, bucket.plays - skip)
    if (some > 0) yield { bucket, skip, take: some }
    skip = Math.max(0, skip - bucket.plays)
    take -= Math.max(0, some)
  }
}
