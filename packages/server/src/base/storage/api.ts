import type { Db } from '#db/schema.ts'
import { filesRoom, type StorageSettings, storageLimitReached } from './queries.ts'

/** Bytes being received or unpacked in this process, by organization. */
const arriving = new Map<string, number>()

/** Counts the bytes of one call while they arrive. */
export interface Incoming {
  /** Throws STORAGE_LIMIT if the organization has no room for them in addition to everything else that is arriving. */
  take(bytes: number): void
  /** The same for each chunk of a stream. */
  count(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>
  end(): void
}

/**
 * Enforces the organization's limit while files are written: a request with 30 files, or a package that unpacks to a
 * gigabyte, would otherwise fill the disk before its size is checked. Calls of one organization share its room: one
 * that declares its length reserves it first, so that concurrent uploads don't refuse each other halfway.
 */
export async function openIncoming(
  db: Db,
  settings: StorageSettings,
  organizationId: string,
): Promise<Incoming> {
  const limit = await filesRoom(db, settings, organizationId)
  let own = 0
  const take = (bytes: number) => {
    own += bytes
    const all = (arriving.get(organizationId) ?? 0) + bytes
    arriving.set(organizationId, all)
    if (limit && all > limit.room) throw storageLimitReached(limit)
  }
  return {
    take,
    async *count(content) {
      for await (const piece of content) {
        take(piece.length)
        yield piece
      }
    },
    end() {
      const left = (arriving.get(organizationId) ?? 0) - own
      own = 0
      if (left > 0) arriving.set(organizationId, left)
      else arriving.delete(organizationId)
    },
  }
}
