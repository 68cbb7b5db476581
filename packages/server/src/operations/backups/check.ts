import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { noteRepaired } from '#base/storage/damaged-files.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import { isPostgres } from '#db/database.ts'
import { isNamed, namedFiles } from '#db/file-references.ts'
import type { Db } from '#db/schema.ts'
import { sha256Of } from './content-hash.ts'
import { onDatabase } from './database-task.ts'
import { repairFromBackups } from './repair.ts'
import { type BackupParts, databaseAddress } from './take.ts'

const ROUND = 'files'
/** Files after which progress is stored. */
const NOTE_EVERY = 200

export interface CheckParts extends BackupParts {
  database: Db
  blobs: BlobStore
}

interface Pace {
  signal?: AbortSignal | undefined
  /** Throttles the check so that users don't notice it; unlimited when absent. */
  bytesPerSecond?: number
  /** Milliseconds after which it stops, to resume the next time. */
  atMost?: number | undefined
}

export interface Checked {
  files: number
  databaseProblems: string[]
  damaged: number
  repaired: number
}

/**
 * Compares every file with its hash and reads the whole database. Records damage, and repairs it from a backup with the
 * right bytes.
 */
export async function check(parts: CheckParts, pace: Pace = {}): Promise<Checked> {
  const databaseProblems = await checkDatabase(parts, pace.signal)
  const files = await checkFiles(parts, pace, databaseProblems)
  const { repaired, left } = await repairFromBackups(parts)
  return { files, databaseProblems, damaged: left + repaired, repaired }
}

async function checkDatabase({ database, settings }: CheckParts, signal?: AbortSignal): Promise<string[]> {
  const address = databaseAddress(settings)
  if ('file' in address) return (await onDatabase({ kind: 'inspect', file: address.file }, signal)).problems
  return isPostgres(database) ? readEveryRow(database, signal) : []
}

/** PostgreSQL detects damage on reading: reads every row with its out-of-line values, and indexes if possible. */
async function readEveryRow(db: Db, signal?: AbortSignal): Promise<string[]> {
  const problems: string[] = []
  const attempt = async (what: string, query: ReturnType<typeof sql>) => {
    signal?.throwIfAborted()
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        await query.execute(tx)
      })
      .catch((error: Error) => problems.push(`${what}: ${error.message}`))
  }
  for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true }))
    await attempt(`Table ${name}`, sql`select sum(length(each::text)) from ${sql.table(name)} as each`)
  const { rows: checkers } = await sql`select 1 from pg_extension where extname = 'amcheck'`.execute(db)
  if (checkers.length === 0) return problems
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace and relam = (select oid from pg_am where amname = 'btree')
      and indisvalid`.execute(db)
  for (const { name } of rows)
    await attempt(`Index ${name}`, sql`select bt_index_check(${name}::regclass, true)`)
  return problems
}

async function checkFiles(
  { database, blobs, clock }: CheckParts,
  { signal, bytesPerSecond = Number.POSITIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Pace,
  databaseProblems: readonly string[],
): Promise<number> {
  const started = clock.now()
  const round = await database.selectFrom('check_runs').selectAll().where('id', '=', ROUND).executeTakeFirst()
  const isWhole = atMost === Number.POSITIVE_INFINITY
  let position = isWhole ? '' : (round?.position ?? '')
  let files = position === '' ? 0 : (round?.files ?? 0)
  const note = async (finishedAt: number | null) => {
    const row = { files, position, finishedAt, databaseProblems: JSON.stringify(databaseProblems) }
    await database
      .insertInto('check_runs')
      .values({ id: ROUND, ...row })
      .onConflict((there) => there.column('id').doUpdateSet(row))
      .execute()
  }
  let owed = 0
  const onBytes = async (bytes: number) => {
    owed += (bytes / bytesPerSecond) * 1000
    // Timers are imprecise: combine many small waits into one.
    if (owed < 20) return
    await setTimeout(owed, undefined, { signal })
    owed = 0
  }
  for (const sha256 of (await namedFiles(database)).filter((each) => each > position)) {
    signal?.throwIfAborted()
    await noteFile({ database, blobs, clock }, sha256, onBytes)
    files++
    position = sha256
    if (files % NOTE_EVERY === 0) await note(round?.finishedAt ?? null)
    if (clock.now() - started > atMost) {
      await note(round?.finishedAt ?? null)
      return files
    }
  }
  position = ''
  await note(clock.now())
  return files
}

type Noting = Pick<CheckParts, 'database' | 'blobs' | 'clock'>

async function noteFile(
  { database, blobs, clock }: Noting,
  sha256: string,
  onBytes: (bytes: number) => Promise<void>,
): Promise<void> {
  const isThere = (await blobs.size(sha256)) !== undefined
  const isSound = isThere && (await sha256Of(() => blobs.read(sha256), onBytes)) === sha256
  if (isSound) return noteRepaired(database, sha256, 'upload', clock.now())
  // Deleted since the list was read.
  if (!(await isNamed(database, sha256))) return
  const problem = isThere ? 'damaged' : 'missing'
  await database
    .insertInto('damaged_files')
    .values({ id: sha256, problem, foundAt: clock.now(), mendedAt: null, mendedFrom: null })
    .onConflict((there) =>
      there.column('id').doUpdateSet({ problem, foundAt: clock.now(), mendedAt: null, mendedFrom: null }),
    )
    .execute()
}
