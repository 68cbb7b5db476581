import path from 'node:path'
import { sql } from 'kysely'
import type { BlobStore } from '#blobs/blob-store.ts'
import { DatabaseTime } from '#db/between-servers/database-time.ts'
import { isPostgres, openPostgres, refreshStatistics } from '#db/database.ts'
import { openReader } from '#db/embedded/reader.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import type { Db } from '#db/schema.ts'
import { isOutdated, migrate, NewerDatabase } from '#db/start/migrate.ts'
import { oneAtATime } from '#db/start/one-at-a-time.ts'
import { reserveSpace, resetLog } from '#db/start/reserved-space.ts'
import { startErrorOf } from '#db/start/start-errors.ts'
import { waitForDatabase } from '#db/start/wait-for-database.ts'
import { applyRestoreAtStart } from '#features/backups/restore.ts'
import { backupBeforeUpdate } from '#features/backups/take.ts'
import type { Clock } from '#lib/clock.ts'
import { lockDataFolder } from '#lib/disk/data-lock.ts'
import { DiskSpace } from '#lib/disk/disk-space.ts'
import { type Settings, StartError } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'
import { bindStorage, type FirstSignIn, install } from './install.ts'
import { openSecretKey } from './secret-key.ts'
import { openFiles } from './stores.ts'
import { explainNewer, noteVersion } from './versions.ts'

/** Interval in milliseconds for checking the free pages in the database file. */
const ROOM_MS = 30_000
const OLDEST_POSTGRES = 15

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
    const unlock = lockDataFolder(settings.DATA_DIR)
    undo.unshift(unlock)
    // First: on a full disk this frees the space that opening the database needs.
    const disk = await DiskSpace.open({ settings, log })
    undo.unshift(() => disk.close())
    await waitForDatabase(settings, log)
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

async function bringUpToDate(
  database: Db,
  files: BlobStore,
  { settings, clock, log }: { settings: Settings; clock: Clock; log: Log },
): Promise<Pick<Stores, 'secretKey' | 'firstSignIn'>> {
  if (isPostgres(database)) await refuseOldPostgres(database)
  if (await isOutdated(database)) await backupBeforeUpdate({ settings, blobs: files, clock, log })
  await migratePatiently(database, settings, log).catch(async (error: unknown) => {
    throw error instanceof NewerDatabase ? await explainNewer(database, settings) : error
  })
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

export async function refuseOldPostgres(database: Db): Promise<void> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(database)
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    throw new StartError(
      `Vitrine needs PostgreSQL ${OLDEST_POSTGRES} or newer; the server in DATABASE_URL is ${version}.`,
    )
}

/** Uses connections without time limits: new indexes of large tables take minutes. */
async function migratePatiently(database: Db, { DATABASE_URL }: Settings, log: Log): Promise<void> {
  if (!DATABASE_URL) return migrate(database)
  const patient = openPostgres(DATABASE_URL, log, { patient: true })
  await migrate(patient).finally(() => patient.destroy())
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
