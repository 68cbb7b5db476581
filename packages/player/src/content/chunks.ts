import { done, table, write } from '#lib/database.ts'

const all = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, Number.POSITIVE_INFINITY])

/** The pieces of unfinished files, kept in IndexedDB by both stores. */
export const createChunks = (database: IDBDatabase) => ({
  pieces: (sha256: string): Promise<Blob[]> => done<Blob[]>(table(database, 'chunks').getAll(all(sha256))),
  append: (sha256: string, number: number, piece: Blob): Promise<void> =>
    write(database, ['chunks'], (transaction) =>
      transaction.objectStore('chunks').put(piece, [sha256, number]),
    ),
  drop: (sha256: string): Promise<void> =>
    write(database, ['chunks'], (transaction) => transaction.objectStore('chunks').delete(all(sha256))),
  clear: (): Promise<void> =>
    write(database, ['chunks'], (transaction) => transaction.objectStore('chunks').clear()),
})
