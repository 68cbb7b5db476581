import {
  ARCHIVE_KEPT_DAYS,
  type Archive,
  EXPORTS_MAX,
  MoveReport,
} from '@vitrine/contract/api/operations/archives'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { ArchivesTable } from '#db/tables/archives.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, notFound, tooManyRequests } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

const DAY = 24 * 60 * 60_000
/** Milliseconds until a crashed server's claim expires. */
const LEASE = 120_000
/** An archive that crashed three servers is to blame itself. */
const ATTEMPTS = 3
const LISTED = 50
/** Imports that wait or run, of an organization. */
export const IMPORTS_MAX = 5
const UNFINISHED = ['waiting', 'running'] as const

const answered = (row: ArchivesTable): Archive => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  state: row.state,
  done: row.done,
  total: row.total,
  error: row.error,
  size: row.kind === 'export' ? row.size : null,
  report: row.report === null ? null : MoveReport.parse(JSON.parse(row.report)),
  organizationId: row.organizationId,
  createdAt: row.createdAt,
  expiresAt: isoTime(row.expiresAt),
})

/** Newest first. */
export async function listArchives(db: Db, now: number): Promise<Archive[]> {
  const rows = await db
    .selectFrom('archives')
    .selectAll()
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(answered)
}

export async function storedArchive(db: Db, id: string): Promise<ArchivesTable> {
  const row = await db.selectFrom('archives').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Archive not found')
  return row
}

export const getArchive = async (db: Db, id: string): Promise<Archive> =>
  answered(await storedArchive(db, id))

type NewArchive = Pick<
  ArchivesTable,
  'organizationId' | 'kind' | 'name' | 'userId' | 'author' | 'sha256' | 'size'
>

/**
 * `db` is bound to the organization. An export that isn't finished is answered again. Throws EXPORT_LIMIT for
 * one export too many, and TOO_MANY_REQUESTS if too many imports wait.
 */
export async function createArchive(db: Db, columns: NewArchive, now: number): Promise<string> {
  await lockRow(db, 'organizations', columns.organizationId)
  const unfinished = await db
    .selectFrom('archives')
    .select('id')
    .where('kind', '=', columns.kind)
    .where('state', 'in', UNFINISHED)
    .orderBy('id')
    .execute()
  const [first] = unfinished
  if (columns.kind === 'export' && first) return first.id
  if (unfinished.length >= IMPORTS_MAX) throw tooManyRequests(60)
  if (columns.kind === 'export') await refuseMoreExports(db)
  const id = newId()
  const at = isoTime(now)
  await db
    .insertInto('archives')
    .values({
      id,
      ...columns,
      ...{ state: 'waiting', done: 0, total: null, error: null, report: null, leaseUntil: 0, attempts: 0 },
      expiresAt: now + ARCHIVE_KEPT_DAYS * DAY,
      ...{ createdAt: at, updatedAt: at },
    })
    .execute()
  return id
}

/** Throws EXPORT_LIMIT: each is kept for the time that its person was shown, so no other replaces it. */
async function refuseMoreExports(db: Db): Promise<void> {
  const { count } = await db
    .selectFrom('archives')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'export')
    .executeTakeFirstOrThrow()
  if (Number(count) >= EXPORTS_MAX)
    throw new AppError(
      'EXPORT_LIMIT',
      `This organization has reached its limit of ${EXPORTS_MAX} exports. Delete some first.`,
    )
}

/** The oldest one that waits, or whose server crashed; undefined if there is none. `db` isn't bound. */
export async function claimArchive(db: Db, now: number): Promise<ArchivesTable | undefined> {
  for (;;) {
    const row = await db
      .selectFrom('archives')
      .selectAll()
      .where('state', 'in', UNFINISHED)
      .where('leaseUntil', '<', now)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    const isHopeless = row.attempts >= ATTEMPTS
    const claimed = await db
      .updateTable('archives')
      .set({
        state: isHopeless ? 'failed' : 'running',
        error: isHopeless ? 'The server crashed on every attempt. Ask its administrator.' : null,
        ...{ leaseUntil: now + LEASE, attempts: row.attempts + 1, updatedAt: isoTime(now) },
      })
      .where('id', '=', row.id)
      .where('leaseUntil', '=', row.leaseUntil)
      .executeTakeFirst()
    if (claimed.numUpdatedRows > 0n && !isHopeless) return row
  }
}

/** Renews the lease. False if someone deleted it. */
export async function noteProgress(
  db: Db,
  id: string,
  progress: Partial<Pick<ArchivesTable, 'done' | 'total'>>,
  now: number,
): Promise<boolean> {
  const noted = await db
    .updateTable('archives')
    .set({ ...progress, leaseUntil: now + LEASE, updatedAt: isoTime(now) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

type End = Partial<Pick<ArchivesTable, 'error' | 'sha256' | 'size' | 'report' | 'name' | 'attempts'>> &
  Pick<ArchivesTable, 'state'>

/** Returns whether it was still there. */
export async function endArchive(db: Db, id: string, end: End, now: number): Promise<boolean> {
  const ended = await db
    .updateTable('archives')
    .set({ ...end, leaseUntil: 0, expiresAt: now + ARCHIVE_KEPT_DAYS * DAY, updatedAt: isoTime(now) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

export const deleteArchive = (db: Db, id: string) => db.deleteFrom('archives').where('id', '=', id).execute()

/** Their files go with the next collection. Returns the count. */
export async function forgetArchives(db: Db, now: number): Promise<number> {
  const gone = await db
    .deleteFrom('archives')
    .where('expiresAt', '<=', now)
    .where('state', 'not in', UNFINISHED)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
