import { createBlobUrls } from '#downlink/blob-urls.ts'
import type { State } from '#lib/state.ts'
import { sumOf } from '#lib/sum-of.ts'
import { browserFreeSpace, type FileStore } from './file-store.ts'

const FILES_CACHE = 'vitrine-files'
const FILES_PATH = '/files/'
const TEXTS_CACHE = 'vitrine-texts'

/**
 * Files in Cache Storage, where they survive a reload without the server. https and localhost only. They are shown
 * through blob URLs instead of the service worker: the browser records every start of a worker on disk, which would
 * be most of a screen's writes.
 */
export const openCacheStore = (): Promise<FileStore> =>
  // Recreate a damaged cache; its files are downloaded again.
  open().catch(() => caches.delete(FILES_CACHE).then(open))

const keyOf = (sha256: string) => FILES_PATH + sha256
/** The key contains the size: listing a thousand pieces opens none of them. */
const PIECE = /^\?(\d+)-(\d+)$/
const pieceKey = (sha256: string, number: number, size: number) => `${keyOf(sha256)}?${number}-${size}`
/** The number of pieces before a finished file's own bytes. */
const PIECES = 'x-pieces'
const SIZE = 'content-length'

async function open(): Promise<FileStore> {
  const urls = createBlobUrls()
  const files = await caches.open(FILES_CACHE)
  /** The sizes of each file's pieces, finished or not. */
  const pieces = new Map<string, number[]>()

  const keys = async () =>
    (await files.keys()).map(({ url }) => {
      const { pathname, search } = new URL(url)
      const [, number, size] = PIECE.exec(search) ?? []
      return { sha256: pathname.slice(FILES_PATH.length), number, size: Number(size) }
    })
  const records = async () =>
    new Set((await keys()).flatMap(({ sha256, number }) => (number === undefined ? sha256 : [])))
  const sizesOf = (sha256: string) => pieces.get(sha256) ?? []
  const read = async (sha256: string, sizes = sizesOf(sha256)) => {
    const found = await Promise.all(sizes.map((size, n) => files.match(pieceKey(sha256, n, size))))
    return Promise.all(found.flatMap((response) => response?.blob() ?? []))
  }
  const whole = async (sha256: string) => {
    const record = await files.match(keyOf(sha256))
    if (!record) return undefined
    const before = await read(sha256, sizesOf(sha256).slice(0, Number(record.headers.get(PIECES))))
    const last = await record.blob()
    const file = before.length > 0 ? new Blob([...before, last], { type: last.type }) : last
    // A record that lost its bytes counts as missing.
    return file.size === Number(record.headers.get(SIZE)) ? file : undefined
  }
  const take = async (sha256: string) => {
    const file = await whole(sha256)
    if (!file) {
      await files.delete(keyOf(sha256))
      throw new Error('Parts of it are missing')
    }
    urls.keep(sha256, file)
  }
  const remove = async (sha256: string) => {
    urls.forget(sha256)
    await files.delete(keyOf(sha256))
    const sizes = sizesOf(sha256)
    pieces.delete(sha256)
    await Promise.all(sizes.map((size, n) => files.delete(pieceKey(sha256, n, size))))
  }
  // Delete an unreadable file, which is then downloaded again.
  const takeOrDrop = (sha256: string) => take(sha256).catch(() => remove(sha256))
  for (const { sha256, number, size } of await keys())
    if (number !== undefined) pieces.set(sha256, Object.assign(sizesOf(sha256), { [number]: size }))
  await Promise.all([...(await records())].map(takeOrDrop))

  return {
    kind: 'cache',
    // Ask the browser each time: it may have evicted files.
    async list() {
      const there = await records()
      for (const sha256 of urls.sizes().keys()) if (!there.has(sha256)) urls.forget(sha256)
      return urls.sizes()
    },
    unfinished: () =>
      new Map(
        [...pieces].flatMap(([sha256, sizes]) => (urls.of(sha256) ? [] : [[sha256, sumOf(sizes)] as const])),
      ),
    pieces: (sha256) => read(sha256),
    async append(sha256, number, piece) {
      await files.put(pieceKey(sha256, number, piece.size), new Response(piece))
      pieces.set(sha256, Object.assign(sizesOf(sha256), { [number]: piece.size }))
    },
    async cut(sha256) {
      const sizes = sizesOf(sha256)
      const size = sizes.pop()
      if (size !== undefined) await files.delete(pieceKey(sha256, sizes.length, size))
    },
    async finish(sha256, mimetype, last) {
      const sizes = sizesOf(sha256)
      const headers = {
        'Content-Type': mimetype,
        [SIZE]: String(sumOf(sizes) + last.size),
        [PIECES]: String(sizes.length),
      }
      await files.put(keyOf(sha256), new Response(new Blob([last], { type: mimetype }), { headers }))
      // Use the stored copy, which is on disk; the given one may be in memory.
      await take(sha256)
    },
    remove,
    async clear() {
      urls.clear()
      pieces.clear()
      for (const request of await files.keys()) await files.delete(request)
    },
    url: urls.of,
    blob: whole,
    room: browserFreeSpace,
  }
}

/**
 * A small text store in Cache Storage: each text is a separate file on disk that is deleted with it. Rejects without
 * Cache Storage.
 */
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
