import { reloadWhenReachable } from './reload.ts'

/**
 * The player's IndexedDB database: `state` has small texts by key, `files` verified files by SHA-256 (plain http
 * only), `chunks` pieces of partial files by [SHA-256, number].
 */
const NAME = 'vitrine-player'
const TABLES = ['state', 'files', 'chunks'] as const
/** A damaged profile, or another window that blocks, may leave a request pending forever. */
const PATIENCE_MS = 5000

export type Table = (typeof TABLES)[number]

/**
 * Opens the database, recreating it if it is damaged. Rejects if the browser has no IndexedDB. @param lost called
 * when the browser or another window closes it later
 */
export function openDatabase(lost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let late = false
    setTimeout(() => {
      late = true
      reject(new Error("It isn't responding"))
    }, PATIENCE_MS)
    open()
      .then(readable)
      .catch(() => requestResult(indexedDB.deleteDatabase(NAME)).then(() => open()))
      .then((database) => {
        database.onclose = lost
        database.onversionchange = () => {
          // A newer player in another window may need to upgrade it.
          database.close()
          lost()
        }
        if (late && isFirst()) void reloadWhenReachable()
        resolve(database)
      }, reject)
  })
}

const LATE = 'vitrine-player.late'

/** Retry once, because a disk can be slow after boot; if it stays slow, this window runs without a database. */
function isFirst(): boolean {
  try {
    if (sessionStorage.getItem(LATE)) return false
    sessionStorage.setItem(LATE, '1')
    return true
  } catch {
    return false
  }
}

/** Opens any version: a player that rolled back must not lose what the newer release stored. */
function open(version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, version)
    request.onupgradeneeded = () => {
      const { objectStoreNames } = request.result
      for (const name of TABLES) if (!objectStoreNames.contains(name)) request.result.createObjectStore(name)
    }
    request.onsuccess = () => {
      const database = request.result
      if (TABLES.every((name) => database.objectStoreNames.contains(name))) return resolve(database)
      database.close()
      // Blocked while another window has it open; `openDatabase` then times out without deleting anything.
      resolve(open(database.version + 1))
    }
    request.onerror = () => reject(request.error)
  })
}

/** Some damage shows only on reading. */
const readable = (database: IDBDatabase): Promise<IDBDatabase> =>
  requestResult(table(database, 'state').getAll()).then(
    () => database,
    (error) => {
      database.close()
      throw error
    },
  )

/** A promise of a request's result. */
export const requestResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Runs writes in one transaction; resolves when it has committed, rejects if any of them failed. */
export const write = (
  database: IDBDatabase,
  tables: Table[],
  work: (transaction: IDBTransaction) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(tables, 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The database refused a write'))
    work(transaction)
  })

export const table = (database: IDBDatabase, name: Table): IDBObjectStore =>
  database.transaction(name, 'readonly').objectStore(name)
