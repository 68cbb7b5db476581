import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { BlobStore, StoredFiles } from '#blobs/blob-store.ts'
import { inspectDiskStore, openDiskStore } from '#blobs/disk-store.ts'
import { openPostgres } from '#db/database.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import type { Db } from '#db/schema.ts'
import { isOutdated } from '#db/start/migrate.ts'
import { startErrorOf } from '#db/start/start-errors.ts'
import { type Settings, StartError } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'

/** The settings of an installation whose database, files, plays, and key are all in one folder. */
export function inFolder(settings: Settings, folder: string): Settings {
  const { DATABASE_URL, S3_BUCKET, CLICKHOUSE_URL, SECRET_KEY, SECRET_KEY_FILE, ...rest } = settings
  return { ...rest, DATA_DIR: folder }
}

/** The S3 library is large, so only servers with a bucket load it. Clears the folder for incoming files. */
export async function openFiles(
  settings: Settings,
  opening: { incoming?: string; freshId?: string } = {},
): Promise<BlobStore> {
  const folder = path.join(settings.DATA_DIR, 'files')
  if (!settings.S3_BUCKET) return openDiskStore(folder, opening)
  const { openS3Store } = await import('#blobs/s3-store.ts')
  return openS3Store(settings, folder, opening)
}

/**
 * Opens the files next to a running server, with another folder for incoming ones, which is deleted at the end. It is
 * inside the server's, which the next start clears.
 */
export async function withFiles<T>(settings: Settings, work: (files: BlobStore) => Promise<T>): Promise<T> {
  const { incoming } = ownIncoming()
  try {
    return await work(await openFiles(settings, { incoming }))
  } finally {
    await rm(path.join(settings.DATA_DIR, 'files', incoming), { recursive: true, force: true })
  }
}

export const ownIncoming = (): { incoming: string } => ({ incoming: `incoming/command-${process.pid}` })

/** What the storage for files has, without changing it. Throws a StartError if it can't be used. */
export async function inspectFiles(settings: Settings): Promise<StoredFiles> {
  if (!settings.S3_BUCKET) return inspectDiskStore(path.join(settings.DATA_DIR, 'files'))
  const { inspectS3Store } = await import('#blobs/s3-store.ts')
  return inspectS3Store(settings)
}

/** Throws a StartError before the first start: an empty database and folder would be created. */
export function requireDatabase({ DATA_DIR, DATABASE_URL }: Settings): void {
  if (!DATABASE_URL && !existsSync(path.join(DATA_DIR, 'vitrine.db')))
    throw new StartError(`No database found in ${DATA_DIR}. Set DATA_DIR, or start Vitrine first.`)
}

/**
 * For commands next to a running server: opens a database that already has this version's schema. Throws a StartError.
 */
export async function openCurrentDatabase(settings: Settings, log: Log): Promise<Db> {
  requireDatabase(settings)
  const database = settings.DATABASE_URL
    ? openPostgres(settings.DATABASE_URL, log, { patient: true })
    : openSqlite(path.join(settings.DATA_DIR, 'vitrine.db'))
  try {
    if (!(await isOutdated(database))) return database
  } catch (error) {
    await database.destroy()
    throw startErrorOf(error, settings)
  }
  await database.destroy()
  throw new StartError('The database is from an older version. Start Vitrine once to update it.')
}
