import type { Play, PlayQuery, PlayTotal, ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { PLAY_DAYS } from '@vitrine/contract/player/report-limits'
import { searchKey } from '@vitrine/contract/search-key'
import { type SelectQueryBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import { slicesOf } from '#db/lists/slices.ts'
import type { Db, Tables } from '#db/schema.ts'
import type { PlaysTable } from '#db/tables/reporting.ts'
import type { DeviceSession } from '#features/handler.ts'
import { storyboardNames } from '#features/storyboards/queries.ts'

const DAY = 86_400_000
/** By how much the clock of a screen may be ahead of ours. */
const AHEAD_MS = 300_000
/** A play that never ends is said again and again with the same start; longer ones are a mistake. */
const LONGEST_MS = PLAY_DAYS * DAY
const ROWS = 300
const TOTALS_MAX = 200

export type NewPlay = Omit<PlaysTable, 'deviceName'>

/** The play as a row, or undefined when it cannot have happened so. */
export function playRow(
  { deviceId, organizationId }: DeviceSession,
  play: ReportedPlay,
  now: number,
): NewPlay | undefined {
  const { id, kind, storyboardId, pageId, mediaId, name, from, to } = play
  const possible =
    to >= from && to - from <= LONGEST_MS && from >= now - PLAY_DAYS * DAY && to <= now + AHEAD_MS
  if (!possible) return undefined
  const [startedAt, endedAt] = [Math.round(from), Math.round(to)]
  return {
    id: `${deviceId}.${id}`,
    organizationId,
    deviceId,
    kind,
    storyboardId,
    pageId,
    mediaId,
    name,
    startedAt,
    endedAt,
  }
}

/** Writes plays of any screens; one that is known already only gets a later end. */
export async function savePlays(database: Db, plays: readonly NewPlay[]): Promise<void> {
  const byId = new Map<string, NewPlay>()
  for (const play of plays) {
    const known = byId.get(play.id)
    if (!known || known.endedAt < play.endedAt) byId.set(play.id, play)
  }
  const ids = [...new Set(plays.map(({ deviceId }) => deviceId))].map((id) => ({ id }))
  const devices = await database
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('id', 'in', anyOf(database, ids))
    .execute()
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  const rows = [...byId.values()].map((play) => ({ ...play, deviceName: names.get(play.deviceId) ?? '' }))
  for (let at = 0; at < rows.length; at += ROWS)
    await database
      .insertInto('plays')
      .values(rows.slice(at, at + ROWS))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          endedAt: sql<number>`case when ${ref('excluded.endedAt')} > ${ref('plays.endedAt')} then ${ref('excluded.endedAt')} else ${ref('plays.endedAt')} end`,
        })),
      )
      .execute()
}

/** Deletes plays that began before an instant, a few at a time; answers how many went. */
export async function forgetPlays(database: Db, before: number): Promise<number> {
  const gone = await database
    .deleteFrom('plays')
    .where('id', 'in', (plays) =>
      plays.selectFrom('plays').select('id').where('startedAt', '<', before).limit(5000),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

type Filtered<O> = SelectQueryBuilder<Tables, 'plays', O>
function filtered<O>(
  select: Filtered<O>,
  { from, to, deviceId, storyboardId, kind, search }: PlayQuery,
): Filtered<O> {
  let query = select
  if (from !== undefined) query = query.where('plays.startedAt', '>=', from)
  if (to !== undefined) query = query.where('plays.startedAt', '<', to)
  if (deviceId) query = query.where('plays.deviceId', '=', deviceId)
  if (storyboardId) query = query.where('plays.storyboardId', '=', storyboardId)
  if (kind) query = query.where('plays.kind', '=', kind)
  if (search) {
    const pattern = `%${searchKey(search).replace(/[!%_]/g, '!$&')}%`
    query = query.where(
      sql<boolean>`(lower(plays.name) like ${pattern} escape '!' or lower(plays."deviceName") like ${pattern} escape '!')`,
    )
  }
  return query
}

export async function listPlays(db: Db, query: PlayQuery): Promise<{ plays: Play[]; total: number }> {
  const { page = 1, pageSize = 50 } = query
  const { total } = await filtered(
    db.selectFrom('plays').select(({ fn }) => fn.countAll<number>().as('total')),
    query,
  ).executeTakeFirstOrThrow()
  const rows = await filtered(db.selectFrom('plays').selectAll('plays'), query)
    .orderBy('plays.startedAt', 'desc')
    .orderBy('plays.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { plays: await playsOf(db, rows), total: Number(total) }
}

/** The next rows after one, newest first, for files of any length. */
export async function playsAfter(
  db: Db,
  query: PlayQuery,
  after: Pick<PlaysTable, 'startedAt' | 'id'> | undefined,
  limit: number,
): Promise<{ plays: Play[]; last: Pick<PlaysTable, 'startedAt' | 'id'> | undefined }> {
  const rest = after
    ? filtered(db.selectFrom('plays').selectAll('plays'), query).where((where) =>
        where.or([
          where('plays.startedAt', '<', after.startedAt),
          where.and([where('plays.startedAt', '=', after.startedAt), where('plays.id', '<', after.id)]),
        ]),
      )
    : filtered(db.selectFrom('plays').selectAll('plays'), query)
  const rows = await rest
    .orderBy('plays.startedAt', 'desc')
    .orderBy('plays.id', 'desc')
    .limit(limit)
    .execute()
  return { plays: await playsOf(db, rows), last: rows.at(-1) }
}

/** What was played how often and how long, the longest first. */
export async function totalsOf(db: Db, query: PlayQuery): Promise<PlayTotal[]> {
  const item = sql<string>`coalesce(plays."mediaId", plays."pageId")`
  const totals = new Map<string, Omit<PlayTotal, 'screens' | 'seconds'> & { on: Set<string>; ms: number }>()
  for await (const slice of slicesOf(db, 'plays', query)) {
    const rows = await filtered(db.selectFrom('plays'), query)
      .select(['plays.kind', item.as('itemId'), 'plays.deviceId'])
      .select(({ fn }) => [
        fn.max('plays.name').as('name'),
        fn.countAll<number>().as('plays'),
        sql<number>`sum(plays."endedAt" - plays."startedAt")`.as('milliseconds'),
      ])
      .where(slice)
      .groupBy(['plays.kind', item, 'plays.deviceId'])
      .execute()
    for (const { itemId, deviceId, milliseconds, plays, ...row } of rows) {
      const kind = row.kind as PlayTotal['kind']
      const key = `${kind} ${itemId}`
      const total = totals.get(key) ?? { kind, itemId, name: row.name ?? '', plays: 0, on: new Set(), ms: 0 }
      totals.set(key, total)
      total.plays += Number(plays)
      total.ms += Number(milliseconds)
      total.on.add(deviceId)
    }
  }
  return [...totals.values()]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, TOTALS_MAX)
    .map(({ on, ms, ...total }) => ({ ...total, screens: on.size, seconds: Math.round(ms / 1000) }))
}

async function playsOf(db: Db, rows: readonly PlaysTable[]): Promise<Play[]> {
  const names = await storyboardNames(db, [...new Set(rows.map(({ storyboardId }) => storyboardId))])
  return rows.map(({ startedAt, endedAt, kind, ...row }) => ({
    ...row,
    kind: kind as Play['kind'],
    storyboardName: names.get(row.storyboardId) ?? '',
    from: startedAt,
    to: endedAt,
    seconds: Math.round((endedAt - startedAt) / 1000),
  }))
}
