import type { Play, PlayQuery } from '@vitrine/contract/api/screens/plays'
import { hourOf } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import { othersFirst } from '#lib/work/paced.ts'
import { bucketsOf, type PlayCounts, piecesOf, totalOf } from '#screens/plays/store/buckets.ts'
import type { Picked } from '#screens/plays/store/pick.ts'
import { playOf } from '#screens/plays/store/rows.ts'
import type { Parameters } from './client.ts'
import { Names } from './names.ts'
import type { TenantReader } from './tenant-reader.ts'

/** Plays per query of a file: some milliseconds of parsing. */
const PLAYS_AT_ONCE = 5000

type PlayRow = [startedAt: number, screen: number, key: number, item: number, lasted: number]

const countsOf = (plays: TenantReader): PlayCounts => ({
  async hours(from, to) {
    const source = plays.isWhole ? 'sums' : 'hours'
    const rows = await plays.rows<[number, number]>(
      source,
      { from, to },
      `select hour, sum(plays) as plays from ${source}
      group by hour having plays > 0 order by hour desc`,
    )
    return rows.map(([hour, plays]) => ({ hour, plays }))
  },
  async between(from, to) {
    const rows = await plays.rows<[number]>(
      'plays',
      hoursOf(from, to),
      'select count() from plays where startedAt >= {start:UInt64} and startedAt < {end:UInt64}',
      spanOf(from, to),
    )
    return rows[0]?.[0] ?? 0
  },
})

const hoursOf = (from: number, to: number) => ({ from: hourOf(from), to: hourOf(to) + 1 })
const spanOf = (from: number, to: number) => ({ start: Math.max(0, from), end: Math.max(0, to) })

/** A part of the plays between two instants, newest first. */
const read = (
  plays: TenantReader,
  { from, to }: { from: number; to: number },
  rest: string,
  parameters: Parameters,
): Promise<PlayRow[]> =>
  plays.rows<PlayRow>(
    'plays',
    hoursOf(from, to),
    `select startedAt, screen, key, item, lasted from plays
    where startedAt >= {start:UInt64} and startedAt < {end:UInt64} ${rest}`,
    { ...spanOf(from, to), ...parameters },
  )

const ORDER = 'order by startedAt desc, screen desc, key desc'

export async function pageOf(
  plays: TenantReader,
  reader: Db,
  picked: Picked,
  query: PlayQuery,
): Promise<{ plays: Play[]; total: number }> {
  const { page = 1, pageSize = 50 } = query
  const buckets = await bucketsOf(countsOf(plays), { ...query, keptFrom: picked.keptFrom }, pageSize)
  const rows: PlayRow[] = []
  for (const { bucket, skip, take } of piecesOf(buckets, (page - 1) * pageSize, pageSize))
    rows.push(
      ...(await read(plays, bucket, `${ORDER} limit {take:UInt64} offset {skip:UInt64}`, { skip, take })),
    )
  return { plays: await playsOf(new Names(reader), rows), total: totalOf(buckets) }
}

/** Every play of a query, newest first, in batches. */
export async function* everyPlay(
  plays: TenantReader,
  reader: Db,
  picked: Picked,
  query: PlayQuery,
  atOnce: number,
): AsyncGenerator<Play[]> {
  const names = new Names(reader)
  const span = { ...query, keptFrom: picked.keptFrom }
  for (const bucket of await bucketsOf(countsOf(plays), span, PLAYS_AT_ONCE)) {
    let after: PlayRow | undefined
    do {
      const [startedAt = 0, screen = 0, key = 0] = after ?? []
      const rows: PlayRow[] = await read(
        plays,
        after ? { ...bucket, to: startedAt + 1 } : bucket,
        `${after ? 'and (startedAt, screen, key) < ({startedAt:UInt64}, {screen:UInt32}, {key:UInt64})' : ''}
        ${ORDER} limit ${PLAYS_AT_ONCE}`,
        { startedAt, screen, key },
      )
      for (let at = 0; at < rows.length; at += atOnce) {
        yield await playsOf(names, rows.slice(at, at + atOnce))
        // A client that reads fast must not hold the main thread.
        await othersFirst()
      }
      after = rows.length < PLAYS_AT_ONCE ? undefined : rows.at(-1)
    } while (after)
  }
}

async function playsOf(names: Names, rows: readonly PlayRow[]): Promise<Play[]> {
  const items = await names.items(rows.map(([, , , item]) => item))
  const screens = await names.screens(rows.map(([, screen]) => screen))
  const storyboards = await names.storyboards(
    rows.flatMap(([, , , item]) => items.get(item)?.storyboardId ?? []),
  )
  return rows.flatMap(([startedAt, screen, key, item, lasted]) => {
    const [named, on] = [items.get(item), screens.get(screen)]
    if (!named || !on) return []
    const { organizationId, kind, storyboardId, pageId, mediaId, name } = named
    const of = { organizationId, kind, storyboardId, pageId, mediaId, name }
    return playOf(
      { startedAt, screen, key, lasted },
      { ...of, deviceId: on.id, deviceName: on.name },
      storyboards,
    )
  })
}
