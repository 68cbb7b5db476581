import { sumOf } from '#lib/sum-of.ts'
import type { FileStore } from './file-store.ts'

/**
 * Files in memory until the next reload, for browsers that store nothing. @param room capacity in bytes @param tells
 * whether it reports its free space
 */
export function createMemoryStore(room = Number.POSITIVE_INFINITY, tells = true): FileStore {
  const files = new Map<string, { blob: Blob; url: string }>()
  const chunks = new Map<string, Blob[]>()
  const used = () =>
    sumOf(
      [...[...files.values()].map(({ blob }) => blob), ...[...chunks.values()].flat()].map(
        ({ size }) => size,
      ),
    )
  const refuseBeyondRoom = (more: Blob) => {
    if (used() + more.size > room) throw new DOMException('The memory store is full', 'QuotaExceededError')
  }
  const forget = (sha256: string) => {
    const file = files.get(sha256)
    if (file) URL.revokeObjectURL(file.url)
    files.delete(sha256)
    chunks.delete(sha256)
  }
  return {
    kind: 'memory',
    list: async () => new Map([...files].map(([sha256, { blob }]) => [sha256, blob.size])),
    pieces: async (sha256) => [...(chunks.get(sha256) ?? [])],
    unfinished: () =>
      new Map([...chunks].map(([sha256, pieces]) => [sha256, sumOf(pieces.map(({ size }) => size))])),
    async append(sha256, number, piece) {
      refuseBeyondRoom(piece)
      const pieces = chunks.get(sha256) ?? []
      pieces[number] = piece
      chunks.set(sha256, pieces)
    },
    cut: async (sha256) => void chunks.get(sha256)?.pop(),
    async finish(sha256, mimetype, last) {
      refuseBeyondRoom(last)
      const blob = new Blob([...(chunks.get(sha256) ?? []), last], { type: mimetype })
      forget(sha256)
      files.set(sha256, { blob, url: URL.createObjectURL(blob) })
    },
    remove: async (sha256) => forget(sha256),
    clear: async () => {
      for (const sha256 of [...files.keys(), ...chunks.keys()]) forget(sha256)
    },
    url: (sha256) => files.get(sha256)?.url,
    blob: async (sha256) => files.get(sha256)?.blob,
    room: async () => (tells ? room - used() : Number.POSITIVE_INFINITY),
  }
}
