import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import type { Seal } from '#lib/security/seal.ts'
import { PieceSize, threadTime } from '#lib/work/piece-size.ts'
import { affectedByContent } from './computing/affected-by-content.ts'
import { loadDevices, loadGroup } from './states.ts'

/** Screens computed at a time: what each was sent decides how long it takes. */
export const DEVICE_PIECE = { first: 50, least: 10, most: 500, ms: 5 }

interface Dependencies {
  database: Db
  clock: Clock
  seal: Seal
  log: Log
}

/** Whether this process keeps a manifest up to date anyway. */
interface Asked {
  group: (id: string) => boolean
  device: (id: string) => boolean
}

/**
 * Computes the manifests that no screen of this process requests, without keeping them: consoles compare the screens'
 * last reports with the stored hash, even while all screens of a group are off. Runs one pass at a time: changes during
 * a pass wait for the next, so repeated saves don't pile up.
 */
export class HashesOfIdleGroups {
  readonly #waiting = new Set<string>()
  readonly #pieces = new PieceSize(DEVICE_PIECE)
  #isRunning = false
  readonly #parts: Dependencies
  readonly #isAsked: Asked
  readonly #signal: AbortSignal

  constructor(parts: Dependencies, isAsked: Asked, signal: AbortSignal) {
    this.#parts = parts
    this.#isAsked = isAsked
    this.#signal = signal
  }

  /** Resolves when everything pending is computed, or another call computes it. Never fails. */
  async publish(content: readonly string[]): Promise<void> {
    for (const id of content) this.#waiting.add(id)
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#waiting.size > 0 && !this.#signal.aborted) {
      const some = [...this.#waiting]
      this.#waiting.clear()
      await this.#compute(some).catch((error) => this.#parts.log.error({ err: error }, 'Publishing failed'))
    }
    this.#isRunning = false
  }

  async #compute(content: readonly string[]): Promise<void> {
    for await (const { kind, ids } of affectedByContent(this.#parts.database, content)) {
      const idle = ids.filter((id) => !this.#isAsked[kind](id))
      if (kind === 'group') await this.#computeGroups(idle)
      else await this.#computeDevices(idle)
      if (this.#signal.aborted) return
    }
  }

  async #computeDevices(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length && !this.#signal.aborted; ) {
      const some = ids.slice(start, start + this.#pieces.size)
      start += some.length
      const started = threadTime()
      await loadDevices(this.#parts, some)
      this.#pieces.follow(threadTime() - started)
    }
  }

  async #computeGroups(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.#signal.aborted) return
      await loadGroup(this.#parts, id)
    }
  }
}
