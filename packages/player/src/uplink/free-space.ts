import type { FileStore } from '#downlink/stores/file-store.ts'

/** The store's free bytes, as last measured; null if the browser doesn't report them. */
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
