import type { BlobStore } from '#blobs/blob-store.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import { collectFiles } from './collector.ts'

/** Minimum milliseconds between runs while a disk stays short. */
const AGAIN_MS = 10_000
const SHARE = 20

interface Dependencies {
  database: Db
  blobs: BlobStore
  clock: Clock
  log: Log
}

/** Deletes unused files immediately while the disk is short, instead of a day later. */
export class CollectWhenShort {
  readonly #parts: Dependencies
  #running: Promise<void> | undefined
  #isWanted = false
  #isClosed = false
  /** On the process's own monotonic clock. */
  #notBefore = 0

  constructor(parts: Dependencies) {
    this.#parts = parts
  }

  /** `now`: something was just deleted, so there are files to remove. */
  run(now = false): void {
    if (this.#isClosed || (!now && performance.now() < this.#notBefore)) return
    if (this.#running) {
      this.#isWanted ||= now
      return
    }
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      if (!this.#isWanted) return
      this.#isWanted = false
      this.run(true)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
  }

  async #run(): Promise<void> {
    const { log } = this.#parts
    const began = performance.now()
    try {
      const { removed, removedBytes } = await collectFiles(this.#parts, true)
      if (removed > 0) log.info({ removed, removedBytes }, 'Removed unused files from a full disk')
    } catch (error) {
      log.warn({ err: error }, "Unused files can't be removed from a full disk")
    }
    const ended = performance.now()
    this.#notBefore = ended + Math.max(AGAIN_MS, SHARE * (ended - began))
  }
}
