import { existsSync } from 'node:fs'
import path from 'node:path'
import { locateKey } from '#app/start/secret-key.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import { isNewestForm } from '#db/start/migrate.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { isUnreadable } from '#operations/backups/content-hash.ts'
import { onDatabase } from '#operations/backups/database-task.ts'
import { compareWithPostgres, loadIntoPostgres } from '#operations/backups/postgres-rows.ts'
import { isSound } from '#operations/backups/restore.ts'
import { originOf } from '#operations/backups/sqlite-file.ts'

/** Concurrent file copies. */
const AT_ONCE = 4

/** An embedded installation that no server is using. */
export interface Source {
  /** Path of the database. */
  file: string
  /** Id of the storage that has its files. */
  storage: string
  /** SHA-256 of every file that the database references. */
  files: readonly string[]
  /** Path of the key file; null if a setting has the key. */
  keyFile: string | null
}

/** Collects what to move from a data folder, which must be locked, without changing it. Throws a StartError. */
export async function openSource(settings: Settings): Promise<Source> {
  const { DATA_DIR } = settings
  const file = path.join(DATA_DIR, 'vitrine.db')
  if (!existsSync(file))
    throw new StartError(
      `No database found in ${DATA_DIR}. Set DATA_DIR to the folder of the current installation.`,
    )
  const { problems, files } = await onDatabase({ kind: 'inspect', file })
  if (problems.length) throw new StartError(`The database ${file} is damaged: ${problems[0]}.`)
  const { migrations, secrets } = originOf(file)
  const [storage, mark] = [secrets.get('storage'), secrets.get('key-fingerprint')]
  if (!isNewestForm(migrations) || !storage || !mark)
    throw new StartError(
      `The database ${file} wasn't last used by this version. Start Vitrine once without DATABASE_URL and S3_BUCKET, stop it, and run this command again.`,
    )
  return { file, storage, files, keyFile: locateKey(settings, mark) }
}

interface Moving {
  source: Source
  from: Pick<BlobStore, 'id' | 'read' | 'size'>
  /** A store with the source's id; files from an interrupted move stay. */
  to: BlobStore
  url: string
  /** The result of `isMoved`. */
  again: boolean
  /** Continue if files are missing or damaged in the source. */
  incomplete: boolean
  onFile?: (done: number, total: number) => void
  onTable?: (table: string, rows: number) => void
}

export interface Moved {
  files: number
  /** Files that an earlier move had already copied. */
  kept: number
  missing: string[]
}

/** Whether PostgreSQL already has the whole database. Throws a StartError if it has other data. */
export async function isMoved({ file, storage }: Source, url: string): Promise<boolean> {
  const comparison = await compareWithPostgres(file, url)
  if (typeof comparison === 'string') return comparison === 'equal'
  throw new StartError(
    comparison.storage === storage
      ? `This installation was moved to the database in DATABASE_URL before, and one of the two has changed since (table ${comparison.differs}). Nothing was changed. To move it again, empty that database first.`
      : 'The database in DATABASE_URL has other data. Nothing was changed. Choose an empty database.',
  )
}

/**
 * Copies the files, then the database in one transaction, and compares every byte and row: a database at the target
 * always has all its files. After an interruption, the next call resumes. Throws a StartError.
 */
export async function move(moving: Moving): Promise<Moved> {
  const { source, from, to, url, again, incomplete, onTable } = moving
  if (from.id !== source.storage)
    throw new StartError(
      `The files next to the database ${source.file} belong to another database. Mount the right disk.`,
    )
  if (to.id !== source.storage)
    throw new StartError(
      'The bucket in S3_BUCKET has files of another installation. Choose an empty bucket, or another S3_PREFIX.',
    )
  const { kept, missing } = await moveFiles(moving)
  if (missing.length && !incomplete)
    throw new StartError(
      `${missing.length} files are missing or damaged (${missing[0]} …), so the database wasn't moved. Run "npm run vitrine -- check" without DATABASE_URL and S3_BUCKET to repair them, or add --incomplete to continue without them.`,
    )
  if (!again) await loadIntoPostgres({ file: source.file, url, aside: null, onTable })
  return { files: source.files.length - missing.length, kept, missing }
}

async function moveFiles({ source, from, to, onFile }: Moving) {
  const queue = source.files.values()
  const missing: string[] = []
  let [done, kept, isOver] = [0, 0, false]
  const work = async () => {
    for (const sha256 of queue) {
      if (isOver) return
      if (await isSound(to, sha256)) kept++
      else if (!(await copy(from, to, sha256))) missing.push(sha256)
      onFile?.(++done, source.files.length)
    }
  }
  const stop = (error: unknown) => {
    isOver = true
    throw error
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(stop)))
  return { kept, missing: missing.sort() }
}

/** Returns false if the source doesn't have the file, or has other bytes. */
async function copy(from: Moving['from'], to: BlobStore, sha256: string): Promise<boolean> {
  try {
    const staged = await to.stage(await from.read(sha256), Number.MAX_SAFE_INTEGER)
    if (staged.sha256 !== sha256) {
      await staged.discard()
      return false
    }
    await staged.keep({ replace: true })
  } catch (error) {
    if (isUnreadable(error)) return false
    throw error
  }
  if (await isSound(to, sha256)) return true
  throw new StartError("The bucket in S3_BUCKET doesn't keep the files written to it.")
}
