import type { State } from '#lib/state.ts'
import { createBlobUrls } from './blob-urls.ts'
import { createChunks } from './chunks.ts'
import { type FileStore, roomOfBrowser } from './file-store.ts'

const FILES_CACHE = 'vitrine-files'
const FILES_PATH = '/files/'
const TEXTS_CACHE = 'vitrine-texts'

/**
 * Files in Cache Storage, where they survive a reload without the server. https and localhost only. They are shown
 * through blob URLs and not through the service worker: of every time that one is started the browser makes a note on
 * the disk, which would be most of what a screen writes.
 */
export const openCacheStore = (database: IDBDatabase): Promise<FileStore> =>
  // Recreate a damaged cache; its files are downloaded again.
  open(database).catch(() => caches.delete(FILES_CACHE).then(() => open(database)))

const keyOf = (sha256: string) => FILES_PATH + sha256
const hashOf = ({ url }: Request) => new URL(url).pathname.slice(FILES_PATH.length)

async function open(database: IDBDatabase): Promise<FileStore> {
  const chunks = createChunks(database)
  const urls = createBlobUrls()
  const files = await caches.open(FILES_CACHE)
  const take = async (sha256: string) => {
    const kept = await files.match(keyOf(sha256))
    const file = await kept?.blob()
    // A record that lost its bytes counts as none.
    if (file && file.size === Number(kept?.headers.get('content-length'))) urls.keep(sha256, file)
  }
  // One that cannot be read any more is fetched again, and the others are there.
  const takeOrDrop = (sha256: string) => take(sha256).catch(() => files.delete(keyOf(sha256)))
  await Promise.all((await files.keys()).map(hashOf).map(takeOrDrop))
  return {
    kind: 'cache',
    // Ask the browser each time: it may have evicted files.
    async list() {
      const there = new Set((await files.keys()).map(hashOf))
      for (const sha256 of urls.sizes().keys()) if (!there.has(sha256)) urls.forget(sha256)
      return urls.sizes()
    },
    pieces: chunks.pieces,
    append: chunks.append,
    async finish(sha256, mimetype, last) {
      const file = new Blob([...(await chunks.pieces(sha256)), last], { type: mimetype })
      const headers = { 'Content-Type': mimetype, 'Content-Length': String(file.size) }
      await files.put(keyOf(sha256), new Response(file, { headers }))
      // The kept one lies on the disk, the assembled one may lie in memory.
      await take(sha256)
      await chunks.drop(sha256)
    },
    async remove(sha256) {
      await chunks.drop(sha256)
      await files.delete(keyOf(sha256))
      urls.forget(sha256)
    },
    async clear() {
      await chunks.clear()
      for (const request of await files.keys()) await files.delete(request)
      urls.clear()
    },
    url: urls.of,
    blob: async (sha256) => (await files.match(keyOf(sha256)))?.blob(),
    room: roomOfBrowser,
  }
}

/** A few short texts, each a separate file on disk that is deleted with it. Rejects without Cache Storage. */
export const cachedTexts: State = {
  get: async (key) => (await (await caches.open(TEXTS_CACHE)).match(`/${key}`))?.text(),
  async set(entries) {
    const texts = await caches.open(TEXTS_CACHE)
    for (const [key, text] of Object.entries(entries))
      if (text === undefined) await texts.delete(`/${key}`)
      else await texts.put(`/${key}`, new Response(text))
  },
  clear: async () => void (await caches.delete(TEXTS_CACHE)),
}
