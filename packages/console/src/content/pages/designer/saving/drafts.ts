import { newId } from '#lib/browser/new-id.ts'
import { isFramed, readJson, STORED, storage } from '#lib/browser/storage.ts'

/** Unsaved edits of one open editor, in case its tab closes. */
export interface Draft {
  /** The editor that wrote it: two tabs with one page have two drafts. */
  id: string
  userId: string
  /** The page: its id, or a key for new pages. */
  page: string
  /** When it was written, in milliseconds since 1970. */
  at: number
  name: string
  document: unknown
  /** The saved version that the edits are based on. */
  base: number | undefined
}

const NAME = 'vitrine-drafts'
const TABLE = 'drafts'
/** The oldest others are deleted when an editor opens. */
const KEPT = 30

/**
 * The drafts in this browser. In IndexedDB, because ten pages fill local storage. Rejects if the browser has none, and
 * in framed consoles, which store nothing.
 */
export class Drafts {
  readonly #database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.#database = database
    database.onversionchange = () => database.close()
  }

  static async open(): Promise<Drafts> {
    if (isFramed()) throw new Error('A framed console stores nothing')
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'id' })
    return new Drafts(await resultOf(request))
  }

  /** A user's drafts of a page, newest first. */
  async of(userId: string, page: string): Promise<Draft[]> {
    await this.#moveOld(userId)
    const request: IDBRequest<Draft[]> = this.#database.transaction(TABLE).objectStore(TABLE).getAll()
    const all = (await resultOf(request)).sort((a, b) => b.at - a.at)
    if (all.length > KEPT)
      await this.write(
        undefined,
        all.slice(KEPT).map(({ id }) => id),
      )
    return all.slice(0, KEPT).filter((draft) => draft.userId === userId && draft.page === page)
  }

  /** Writes and deletes in one transaction, which completes even if the page goes away now. */
  write(draft: Draft | undefined, dropped: readonly string[] = []): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(TABLE, 'readwrite')
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser refused the draft'))
      const table = transaction.objectStore(TABLE)
      if (draft) table.put(draft)
      for (const id of dropped) table.delete(id)
      transaction.commit()
    })
  }

  close(): void {
    this.#database.close()
  }

  /** Earlier releases kept drafts in local storage, by page. */
  async #moveOld(userId: string): Promise<void> {
    const old = readJson(storage, STORED.designerDrafts)
    if (typeof old !== 'object' || old === null) return
    for (const [page, draft] of Object.entries(old as Record<string, Draft>))
      await this.write({ ...draft, id: newId(), userId, page })
    storage.set(STORED.designerDrafts, null)
  }
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
