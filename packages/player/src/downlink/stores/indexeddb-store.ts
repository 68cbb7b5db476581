import { createBlobUrls } from '#downlink/blob-urls.ts'
import { requestResult, table, write } from '#lib/database.ts'
import { sumOf } from '#lib/sum-of.ts'
import { browserFreeSpace, type FileStore } from './file-store.ts'

/** The record that completes a file of pieces in `chunks`, stored beside them: strings sort after all numbers. */
interface Whole {
  type: string
  size: number
}
const WHOLE = 'whole'

const piecesOf = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, Number.POSITIVE_INFINITY])
const allOf = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, WHOLE])

/**
 * Files in IndexedDB, shown through blob URLs: for plain http, which has neither service workers nor Cache Storage.
 * Stored files survive a reload, but the app itself needs the server to load. Small files are records of `files`;
 * larger ones stay in their pieces.
 */
export async function openIndexedDbStore(database: IDBDatabase): Promise<FileStore> {
  const urls = createBlobUrls()
  const arrived = new Map<string, number[]>()
  const sizesOf = (sha256: string) => arrived.get(sha256) ?? []
  const pieces = (sha256: string) => requestResult<Blob[]>(table(database, 'chunks').getAll(piecesOf(sha256)))
  const whole = async (sha256: string) => {
    const made = await requestResult<Whole | undefined>(table(database, 'chunks').get([sha256, WHOLE]))
    if (!made) return requestResult<Blob | undefined>(table(database, 'files').get(sha256))
    const file = new Blob(await pieces(sha256), { type: made.type })
    return file.size === made.size ? file : undefined
  }

  const keys = await requestResult<IDBValidKey[]>(table(database, 'files').getAllKeys())
  const finished = new Set(keys.map(String))
  for (const key of (await requestResult(table(database, 'chunks').getAllKeys())) as [
    string,
    number | string,
  ][]) {
    const [sha256, number] = key
    if (typeof number === 'string') finished.add(sha256)
    else {
      const piece = await requestResult<Blob | undefined>(table(database, 'chunks').get(key)).catch(
        () => undefined,
      )
      arrived.set(sha256, [...sizesOf(sha256), piece?.size ?? 0])
    }
  }
  for (const sha256 of finished) {
    const file = await whole(sha256).catch(() => undefined)
    if (file) urls.keep(sha256, file)
  }

  return {
    kind: 'indexeddb',
    list: async () => urls.sizes(),
    unfinished: () =>
      new Map(
        [...arrived].flatMap(([sha256, sizes]) => (urls.of(sha256) ? [] : [[sha256, sumOf(sizes)] as const])),
      ),
    pieces,
    async append(sha256, number, piece) {
      await write(database, ['chunks'], (transaction) =>
        transaction.objectStore('chunks').put(piece, [sha256, number]),
      )
      arrived.set(sha256, [...sizesOf(sha256), piece.size])
    },
    async cut(sha256) {
      const sizes = sizesOf(sha256)
      if (sizes.pop() !== undefined)
        await write(database, ['chunks'], (transaction) =>
          transaction.objectStore('chunks').delete([sha256, sizes.length]),
        )
    },
    async finish(sha256, mimetype, last) {
      const sizes = sizesOf(sha256)
      const made: Whole = { type: mimetype, size: sumOf(sizes) + last.size }
      await write(database, ['files', 'chunks'], (transaction) => {
        if (sizes.length === 0)
          transaction.objectStore('files').put(new Blob([last], { type: mimetype }), sha256)
        else {
          transaction.objectStore('chunks').put(last, [sha256, sizes.length])
          transaction.objectStore('chunks').put(made, [sha256, WHOLE])
        }
      })
      // Use the stored copy, which is on disk; the given one may be in memory.
      const file = await whole(sha256)
      if (file) urls.keep(sha256, file)
    },
    async remove(sha256) {
      urls.forget(sha256)
      arrived.delete(sha256)
      await write(database, ['files', 'chunks'], (transaction) => {
        transaction.objectStore('files').delete(sha256)
        transaction.objectStore('chunks').delete(allOf(sha256))
      })
    },
    async clear() {
      urls.clear()
      arrived.clear()
      await write(database, ['files', 'chunks'], (transaction) => {
        transaction.objectStore('files').clear()
        transaction.objectStore('chunks').clear()
      })
    },
    url: urls.of,
    blob: whole,
    room: browserFreeSpace,
  }
}
