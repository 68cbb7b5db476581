import type { FileStore } from '#content/stores/file-store.ts'

/** The bytes that the store still has room for, as last measured; null where the browser does not tell. */
export class FreeSpace {
  bytes: number | null = null
  readonly #store: Pick<FileStore, 'room'>

  constructor(store: Pick<FileStore, 'room'>) {
    this.#store = store
    this.measure()
  }

  measure = (): void => {
    this.#store.room().then(
      (bytes) => {
        this.bytes = Number.isFinite(bytes) ? Math.max(0, Math.round(bytes)) : null
      },
      () => undefined,
    )
  }
}
