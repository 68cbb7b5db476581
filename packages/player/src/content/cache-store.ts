import { FILES_CACHE, FILES_PATH } from './cache-names.ts'
import { createChunks } from './chunks.ts'
import { type FileStore, roomOfBrowser } from './file-store.ts'

/**
 * Files in Cache Storage, shown through the service worker under `/files/<sha256>`: survives a reload without the
 * server. https and localhost only.
 */
export async function openCacheStore(database: IDBDatabase): Promise<FileStore> {
  const chunks = createChunks(database)
  const files = await caches.open(FILES_CACHE)
  const sizes = new Map<string, number>()
  for (const { url } of await files.keys()) {
    const size = (await files.match(url))?.headers.get('content-length')
    const sha256 = new URL(url).pathname.slice(FILES_PATH.length)
    if (size) sizes.set(sha256, Number(size))
  }
  return {
    kind: 'cache',
    // Asked of the browser each time: it may have thrown files away meanwhile.
    async list() {
      const there = new Set(
        (await files.keys()).map(({ url }) => new URL(url).pathname.slice(FILES_PATH.length)),
      )
      for (const sha256 of [...sizes.keys()]) if (!there.has(sha256)) sizes.delete(sha256)
      return new Map(sizes)
    },
    pieces: chunks.pieces,
    append: chunks.append,
    async finish(sha256, mimetype, last) {
      const file = new Blob([...(await chunks.pieces(sha256)), last], { type: mimetype })
      const headers = { 'Content-Type': mimetype, 'Content-Length': String(file.size) }
      await files.put(FILES_PATH + sha256, new Response(file, { headers }))
      sizes.set(sha256, file.size)
      await chunks.drop(sha256)
    },
    async remove(sha256) {
      await chunks.drop(sha256)
      await files.delete(FILES_PATH + sha256)
      sizes.delete(sha256)
    },
    async clear() {
      await chunks.clear()
      for (const request of await files.keys()) await files.delete(request)
      sizes.clear()
    },
    url: (sha256) => FILES_PATH + sha256,
    room: roomOfBrowser,
  }
}
