import { alarm } from './time/alarm.ts'
import type { Clock } from './time/clock.ts'

/**
 * Milliseconds to wait before retry `attempt` (0 is the first): random up to the doubling limit ("full jitter"),
 * because thousands of screens that lost the server together must not reconnect together.
 */
export const retryDelay = (
  attempt: number,
  { base = 1000, cap = 60_000 }: { base?: number; cap?: number } = {},
  random: () => number = Math.random,
): number => random() * Math.min(cap, base * 2 ** Math.min(attempt, 30))

/** A random value in `middle` ± `spread`. */
export const jittered = (middle: number, spread: number, random: () => number = Math.random): number =>
  middle + (random() * 2 - 1) * spread

/** An attempt that brought so many bytes is a good one, however often the line breaks. */
const PROGRESS_BYTES = 100_000
/** A full disk is not asked again and again, but people who free some expect to see it used within a minute. */
const FULL_MS = 45_000

interface Failure {
  count: number
  isFull: boolean
  /** Ends the wait for the next attempt; absent once that may begin. */
  cancel: (() => void) | undefined
}

/** When things that failed are tried again, each by its name. */
export class Retries {
  readonly #failures = new Map<string, Failure>()
  readonly #clock: Clock
  readonly #onDue: () => void

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  isWaiting = (name: string): boolean => this.#failures.get(name)?.cancel !== undefined

  /** @param brought bytes that this attempt brought */
  failed(name: string, isFull: boolean, brought: number): void {
    const count = brought > PROGRESS_BYTES ? 0 : (this.#failures.get(name)?.count ?? 0)
    const at = this.#clock.now() + (isFull ? FULL_MS : retryDelay(count))
    const cancel = alarm(this.#clock, at, () => {
      this.#failures.set(name, { count: count + 1, isFull, cancel: undefined })
      this.#onDue()
    })
    this.#failures.set(name, { count: count + 1, isFull, cancel })
  }

  /** The server answers again: nothing waits any longer but for room. */
  hurry = (): void => {
    for (const failure of this.#failures.values())
      if (!failure.isFull) {
        failure.cancel?.()
        failure.cancel = undefined
      }
    this.#onDue()
  }

  forget(name: string): void {
    this.#failures.get(name)?.cancel?.()
    this.#failures.delete(name)
  }

  clear(): void {
    for (const { cancel } of this.#failures.values()) cancel?.()
    this.#failures.clear()
  }
}
