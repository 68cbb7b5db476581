/**
 * The one IndexedDB database of a player: `state` small texts by key, `files` verified files by SHA-256 (plain http
 * only), `chunks` what has arrived of unfinished files by [SHA-256, number].
 */
const NAME = 'vitrine-player'
const VERSION = 1

export type Table = 'state' | 'files' | 'chunks'

/** Opens it; a damaged one is made anew. Rejects where the browser has none to give. */
export async function openDatabase(): Promise<IDBDatabase> {
  try {
    return await open()
  } catch {
    await done(indexedDB.deleteDatabase(NAME))
    return await open()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      for (const table of ['state', 'files', 'chunks'] satisfies Table[])
        if (!request.result.objectStoreNames.contains(table)) request.result.createObjectStore(table)
    }
    request.onsuccess = () => {
      // A later player version in another window may need to change it.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('The database is held by another window'))
  })
}

/** What one request answers. */
export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Runs writes in one transaction; resolves when they are on their way to disk, rejects when any of them failed. */
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
