import type { Conversion, RemovedPages } from '@vitrine/contract/api/content/conversions/conversions'
import { CONVERSION_KEPT_DAYS } from '@vitrine/contract/api/content/conversions/conversions'
import { sql } from 'kysely'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { ConversionsTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import { notFound, tooManyRequests } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

const DAY = 24 * 60 * 60_000
/** Milliseconds until a crashed server's claim expires. */
const LEASE = 120_000
/** Maximum attempts: a file that crashed three servers is to blame itself. */
const ATTEMPTS = 3
/** Maximum unfinished conversions per organization. */
const UNFINISHED_MAX = 60
const UNFINISHED = ['waiting', 'running', 'asking'] as const

type Row = ConversionsTable & { deckFolderId: string | null; storyboardId: string | null }

const answered = ({ removed, deckFolderId, folderId, ...row }: Row): Conversion => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  state: row.state,
  done: row.done,
  total: row.total,
  error: row.error,
  removed: removed === null ? null : (JSON.parse(removed) as RemovedPages),
  deckId: row.deckId,
  mediaId: row.mediaId,
  folderId: deckFolderId ?? folderId,
  storyboardId: row.storyboardId,
  organizationId: row.organizationId,
  createdAt: row.createdAt,
})

const select = (db: Db) =>
  db
    .selectFrom('conversions')
    .leftJoin('decks', 'decks.id', 'conversions.deckId')
    .selectAll('conversions')
    .select(['decks.folderId as deckFolderId', 'decks.storyboardId'])

/** Newest first. */
export async function listConversions(db: Db, now: number): Promise<Conversion[]> {
  const rows = await select(db)
    .where('conversions.createdAt', '>', isoTime(now - 7 * DAY))
    .orderBy('conversions.createdAt', 'desc')
    .orderBy('conversions.id', 'desc')
    .limit(200)
    .execute()
  return rows.map(answered)
}

export async function getConversion(db: Db, id: string): Promise<Conversion> {
  const row = await select(db).where('conversions.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Conversion not found')
  return answered(row)
}

type NewConversion = Pick<
  ConversionsTable,
  | 'organizationId'
  | 'userId'
  | 'kind'
  | 'name'
  | 'sha256'
  | 'mimetype'
  | 'size'
  | 'deckId'
  | 'mediaId'
  | 'folderId'
> & { params: object }

/** `db` is bound to the organization. Throws TOO_MANY_REQUESTS if too many of its conversions wait. */
export async function createConversion(
  db: Db,
  { params, ...columns }: NewConversion,
  now: number,
): Promise<Conversion> {
  await lockRow(db, 'organizations', columns.organizationId)
  const { count } = await db
    .selectFrom('conversions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', UNFINISHED)
    .executeTakeFirstOrThrow()
  if (Number(count) >= UNFINISHED_MAX) throw tooManyRequests(60)
  const id = newId()
  const at = isoTime(now)
  await db
    .insertInto('conversions')
    .values({
      id,
      ...columns,
      params: JSON.stringify(params),
      state: 'waiting',
      done: 0,
      total: null,
      error: null,
      removed: null,
      leaseUntil: 0,
      attempts: 0,
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  return getConversion(db, id)
}

/** The unfinished conversion of this deck or media item. */
export async function findConverting(
  db: Db,
  key: 'deckId' | 'mediaId',
  id: string,
): Promise<Conversion | null> {
  const row = await select(db)
    .where(`conversions.${key}`, '=', id)
    .where('conversions.state', 'in', UNFINISHED)
    .limit(1)
    .executeTakeFirst()
  return row ? answered(row) : null
}

/**
 * Claims the next conversion of a kind, preferring organizations that have none running; undefined if none waits. A
 * crashed server's conversion is retried, and fails at the third attempt.
 */
export async function claimConversion(
  db: Db,
  kind: ConversionsTable['kind'],
  now: number,
): Promise<ConversionsTable | undefined> {
  for (;;) {
    const row = await db
      .selectFrom('conversions as next')
      .selectAll('next')
      .where('kind', '=', kind)
      .where((where) =>
        where.or([
          where('state', '=', 'waiting'),
          where.and([where('state', '=', 'running'), where('leaseUntil', '<', now)]),
        ]),
      )
      .orderBy(
        sql`(select count(*) from "conversions" as "other" where "other"."organizationId" = "next"."organizationId"
          and "other"."state" = 'running' and "other"."leaseUntil" >= ${now})`,
      )
      // Organizations take turns: the one served longest ago is next, however many it queued.
      .orderBy(
        sql`coalesce((select max("other"."updatedAt") from "conversions" as "other"
          where "other"."organizationId" = "next"."organizationId" and "other"."kind" = "next"."kind"
          and "other"."state" <> 'waiting'), '')`,
      )
      .orderBy('next.createdAt')
      .orderBy('next.id')
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    const isHopeless = row.attempts >= ATTEMPTS
    const claimed = await db
      .updateTable('conversions')
      .set({
        state: isHopeless ? 'failed' : 'running',
        error: isHopeless ? `${row.name} can't be converted: the server crashed on every attempt` : null,
        leaseUntil: now + LEASE,
        attempts: row.attempts + 1,
        updatedAt: isoTime(now),
      })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .where('leaseUntil', '=', row.leaseUntil)
      .executeTakeFirst()
    if (claimed.numUpdatedRows > 0n && !isHopeless) return row
  }
}

/** Renews the lease and stores the progress. False if someone canceled it. */
export async function noteProgress(
  db: Db,
  id: string,
  progress: { done: number; total?: number },
  now: number,
): Promise<boolean> {
  const noted = await db
    .updateTable('conversions')
    .set({ ...progress, leaseUntil: now + LEASE, updatedAt: isoTime(now) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** Result of a conversion. `waiting`: the server is stopping, and the conversion will be retried. */
export async function endConversion(
  db: Db,
  id: string,
  end: Partial<Pick<ConversionsTable, 'error' | 'deckId' | 'total' | 'attempts'>> & {
    state: 'done' | 'failed' | 'asking' | 'waiting'
    removed?: RemovedPages
  },
  now: number,
): Promise<void> {
  const { removed, ...columns } = end
  await db
    .updateTable('conversions')
    .set({
      ...columns,
      ...(removed && { removed: JSON.stringify(removed) }),
      leaseUntil: 0,
      updatedAt: isoTime(now),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes conversions that ended a day ago, and questions open for a week. Returns the count. */
export async function forgetConversions(db: Db, now: number): Promise<number> {
  const gone = await db
    .deleteFrom('conversions')
    .where((where) =>
      where.or([
        where.and([
          where('state', 'in', ['done', 'failed']),
          where('updatedAt', '<', isoTime(now - CONVERSION_KEPT_DAYS * DAY)),
        ]),
        where.and([where('state', '=', 'asking'), where('updatedAt', '<', isoTime(now - 7 * DAY))]),
      ]),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
