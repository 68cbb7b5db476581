import { statSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { PassingStartError } from '#lib/env.ts'
import { createPrivate } from './private-files.ts'

/**
 * Keeps a second server out of a data folder, where it would delete the first one's incoming files. The system releases
 * the lock when the process ends for any reason. Throws a StartError.
 */
export function lockDataFolder(folder: string): () => void {
  const unlock = lockFile(path.join(folder, 'vitrine.lock'))
  if (unlock) return unlock
  throw new PassingStartError(
    `Another Vitrine server is using the data folder ${folder}. Stop it, or choose another DATA_DIR.`,
  )
}

/**
 * Locks a separate file until the process ends or the returned function is called; undefined if another process has the
 * lock.
 */
export function lockFile(file: string): (() => void) | undefined {
  const created = createPrivate(file)
  const lock = new Sqlite(file, { timeout: 0 })
  try {
    // SQLite writes a first page to an empty database, but never without a journal: the disk may be full.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
    // A refused start removes the file that it created: a lock on the removed one locks nothing.
    if (statSync(file, { throwIfNoEntry: false })?.ino === created) return () => lock.close()
    lock.close()
    return undefined
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    return undefined
  }
}
