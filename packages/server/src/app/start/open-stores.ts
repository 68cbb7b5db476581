import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { BlobStore } from '#blobs/blob-store.ts'
import { DatabaseTime } from '#db/between-servers/database-time.ts'
import { openPostgres, refreshStatistics } from '#db/database.ts'
import { openReader } from '#db/embedded/reader.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import type { Db } from '#db/schema.ts'
import { inspectPostgres } from '#db/start/inspect-postgres.ts'
import { isOutdated, migrate } from '#db/start/migrate.ts'
import { addNameIndexes, tablesWithoutNameIndex } from '#db/start/name-indexes.ts'
import { oneAtATime } from '#db/start/one-at-a-time.ts'
import { reserveSpace, resetLog } from '#db/start/reserved-space.ts'
import { isPassing, startErrorOf } from '#db/start/start-errors.ts'
import type { Clock } from '#lib/clock.ts'
import { createDataFolder, inspectDataFolder } from '#lib/disk/data-folder.ts'
import { lockDataFolder } from '#lib/disk/data-lock.ts'
import { DiskSpace } from '#lib/disk/disk-space.ts'
import type { Settings } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'
import { waitOut } from '#lib/work/wait-out.ts'
import { applyRestoreAtStart, isRestorePrepared } from '#operations/backups/restore.ts'
import { backupBeforeUpdate } from '#operations/backups/take.ts'
import { bindStorage, type FirstSignIn, install } from './install.ts'
import { refuseWrongStores } from './refuse-stores.ts'
import { openSecretKey } from './secret-key.ts'
import { inspectFiles, openFiles } from './stores.ts'
import { noteVersion } from './versions.ts'

/** Interval in milliseconds for checking the free pages in the database file. */
const ROOM_MS = 30_000
interface Stores {
  disk: DiskSpace
  files: BlobStore
  database: Db
  /** Adjusts `clock` to a shared database's time. */
  time: DatabaseTime
  /** For long reads: in worker threads if the database is embedded, else `database` itself. */
  reader: Db
  secretKey: string
  /** Login data, on the first start only. */
  firstSignIn: FirstSignIn | null
  /** Call after everything is closed. */
  unlock(): void
}

/** Opens disk, files and database, and brings the database up to date. Throws a StartError with one plain sentence. */
export async function openStores(settings: Settings, clock: Clock, log: Log): Promise<Stores> {
  const undo: (() => void | Promise<void>)[] = []
  try {
    inspectDataFolder(settings)
    undo.unshift(createDataFolder(settings.DATA_DIR))
    const forgetNames = keepNames(settings.DATA_DIR)
    const unlock = lockDataFolder(settings.DATA_DIR)
    // While the lock is held: another server may start now.
    undo.unshift(forgetNames, unlock)
    await refuseUnusable(settings, log)
    // First: on a full disk this frees the space that opening the database needs.
    const disk = await DiskSpace.open({ settings, log })
    undo.unshift(() => disk.close())
    await applyRestoreAtStart(settings, log)
    return await oneAtATime(settings, log, async () => {
      const files = await openFiles(settings)
      const file = path.join(settings.DATA_DIR, 'vitrine.db')
      const database = settings.DATABASE_URL
        ? openPostgres(settings.DATABASE_URL, log, { connections: settings.DATABASE_CONNECTIONS })
        : openSqlite(file)
      undo.unshift(() => database.destroy())
      const time = await DatabaseTime.open({ database, clock, log })
      undo.unshift(() => time.close())
      const { secretKey, firstSignIn } = await bringUpToDate(database, files, { settings, clock, log })
      disk.onEnough = roomKeeper(database, settings, log)
      const reader = settings.DATABASE_URL ? database : openReader(file)
      return { disk, files, database, reader, time, unlock, secretKey, firstSignIn }
    })
  } catch (error) {
    for (const step of undo) await step()
    throw startErrorOf(error, settings)
  }
}

/** Throws a StartError if anything is unusable, before the first change. Waits for what is still starting. */
async function refuseUnusable(settings: Settings, log: Log): Promise<void> {
  const waiting = { seconds: settings.DATABASE_WAIT_SECONDS, log, isPassing }
  const { DATABASE_URL } = settings
  if (DATABASE_URL)
    await waitOut(() => inspectPostgres(DATABASE_URL, log), { ...waiting, what: 'PostgreSQL' })
  const files = await (settings.S3_BUCKET
    ? waitOut(() => inspectFiles(settings), { ...waiting, what: `the bucket ${settings.S3_BUCKET}` })
    : inspectFiles(settings))
  // A prepared restore replaces a database that can't be used.
  if (!isRestorePrepared(settings)) await refuseWrongStores(settings, files, log)
}

/** Returns a function that deletes what a failed start has added to the data folder, except for data. */
function keepNames(folder: string): () => void {
  const added = ['vitrine.lock', 'vitrine.reserve'].filter((name) => !existsSync(path.join(folder, name)))
  return () => {
    for (const name of added) rmSync(path.join(folder, name), { force: true })
  }
}

async function bringUpToDate(
  database: Db,
  files: BlobStore,
  { settings, clock, log }: { settings: Settings; clock: Clock; log: Log },
): Promise<Pick<Stores, 'secretKey' | 'firstSignIn'>> {
  if (await isOutdated(database)) await backupBeforeUpdate({ settings, blobs: files, clock, log })
  await migratePatiently(database, settings, log)
  await indexNamesLater(database, settings, log)
  await noteVersion(database, clock)
  await resetLog(database).catch((error) => log.warn({ err: error }, "The database's log can't be reset"))
  // Without statistics, queries are only slower.
  await refreshStatistics(database).catch((error) =>
    log.warn({ err: error }, "The database's statistics can't be updated"),
  )
  await bindStorage(database, files)
  const secretKey = await openSecretKey(database, settings, log)
  return { secretKey, firstSignIn: await install(database, settings, clock) }
}

/** Uses connections without time limits: new indexes of large tables take minutes. */
async function migratePatiently(database: Db, { DATABASE_URL }: Settings, log: Log): Promise<void> {
  if (!DATABASE_URL) return migrate(database)
  const patient = openPostgres(DATABASE_URL, log, { patient: true })
  await migrate(patient).finally(() => patient.destroy())
}

/** On PostgreSQL, the indexes of names that lacked its extension when the tables were made. */
async function indexNamesLater(database: Db, { DATABASE_URL }: Settings, log: Log): Promise<void> {
  if (!DATABASE_URL || (await tablesWithoutNameIndex(database)).length === 0) return
  const patient = openPostgres(DATABASE_URL, log, { patient: true })
  const isIndexed = await addNameIndexes(patient).finally(() => patient.destroy())
  if (!isIndexed)
    log.warn(
      'Searches compare every name, because PostgreSQL lacks the extension pg_trgm. Run "create extension pg_trgm" in this database as its administrator, then restart.',
    )
}

/** Reserves space inside an embedded database while the disk has enough. */
function roomKeeper(database: Db, settings: Settings, log: Log): () => void {
  let next = 0
  return () => {
    if (settings.DISK_RESERVE_MB === 0 || performance.now() < next) return
    next = performance.now() + ROOM_MS
    reserveSpace(database).catch((error) =>
      log.warn({ err: error }, "The database can't reserve space for a full disk"),
    )
  }
}
