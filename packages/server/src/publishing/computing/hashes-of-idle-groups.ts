import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import type { Seal } from '#lib/security/seal.ts'
import { loadDevices, loadGroup } from '#publishing/states.ts'
import { affectedByContent } from './affected-by-content.ts'
import { BATCH_SIZE } from './loader.ts'

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
    const { groups, devices } = await affectedByContent(this.#parts.database, content)
    const switched = devices.filter((id) => !this.#isAsked.device(id))
    for (let start = 0; start < switched.length; start += BATCH_SIZE) {
      if (this.#signal.aborted) return
      await loadDevices(this.#parts, switched.slice(start, start + BATCH_SIZE))
      await new Promise(setImmediate)
    }
    for (const id of groups) {
      if (this.#signal.aborted) return
      if (this.#isAsked.group(id)) continue
      await loadGroup(this.#parts, id)
      // An embedded database responds without yielding.
      await new Promise(setImmediate)
    }
  }
}
