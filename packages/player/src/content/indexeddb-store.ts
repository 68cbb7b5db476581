import { done, table, write } from '#lib/database.ts'
import { createBlobUrls } from './blob-urls.ts'
import { createChunks } from './chunks.ts'
import { type FileStore, roomOfBrowser } from './file-store.ts'

/**
 * Files in IndexedDB, shown through blob URLs: for plain http, where browsers have neither service workers nor Cache
 * Storage. What is kept outlives a reload, the app itself does not come without the server.
 */
export async function openIndexedDbStore(database: IDBDatabase): Promise<FileStore> {
  const chunks = createChunks(database)
  const urls = createBlobUrls()
  for (const sha256 of await done<IDBValidKey[]>(table(database, 'files').getAllKeys())) {
    const file = await done<Blob | undefined>(table(database, 'files').get(sha256)).catch(() => undefined)
    if (file) urls.keep(String(sha256), file)
  }

  return {
    kind: 'indexeddb',
    list: async () => urls.sizes(),
    pieces: chunks.pieces,
    append: chunks.append,
    async finish(sha256, mimetype, last) {
      const file = new Blob([...(await chunks.pieces(sha256)), last], { type: mimetype })
      await write(database, ['files', 'chunks'], (transaction) => {
        transaction.objectStore('files').put(file, sha256)
        transaction
          .objectStore('chunks')
          .delete(IDBKeyRange.bound([sha256, 0], [sha256, Number.POSITIVE_INFINITY]))
      })
      // The stored copy lies on disk, the assembled one may lie in memory.
      urls.keep(sha256, await done<Blob>(table(database, 'files').get(sha256)))
    },
    async remove(sha256) {
      await chunks.drop(sha256)
      await write(database, ['files'], (transaction) => transaction.objectStore('files').delete(sha256))
      urls.forget(sha256)
    },
    async clear() {
      await chunks.clear()
      await write(database, ['files'], (transaction) => transaction.objectStore('files').clear())
      urls.clear()
    },
    url: urls.of,
    blob: (sha256) => done<Blob | undefined>(table(database, 'files').get(sha256)),
    room: roomOfBrowser,
  }
}
