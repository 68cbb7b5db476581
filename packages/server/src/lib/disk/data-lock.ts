import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { StartError } from '#lib/env.ts'
import { createPrivate } from './private-files.ts'

/**
 * Keeps a second server from a data folder: it would sweep the first one's incoming files. The system releases the
 * lock when the process ends for any reason. Throws a StartError.
 */
export function lockDataFolder(folder: string): () => void {
  const unlock = lockFile(path.join(folder, 'vitrine.lock'))
  if (unlock) return unlock
  throw new StartError(
    `Another Vitrine server is using the data folder ${folder}. Stop it, or choose another DATA_DIR.`,
  )
}

/** Locks a separate file until the process ends or the returned function is called; undefined when another process has the lock. */
export function lockFile(file: string): (() => void) | undefined {
  createPrivate(file)
  const lock = new Sqlite(file, { timeout: 0 })
  try {
    // An empty database gets a first page, which without a journal is never written: the disk may be full.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
    return () => lock.close()
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    return undefined
  }
}
