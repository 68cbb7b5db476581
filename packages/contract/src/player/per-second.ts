/** Counts events, to notice when there are more than `most` in a second. */
export class PerSecond {
  readonly #most: number
  #count = 0
  #since = Number.NEGATIVE_INFINITY

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more. `now` in milliseconds, from any clock that doesn't go back. */
  isTooMuch(now: number): boolean {
    if (now - this.#since >= 1000) {
      this.#since = now
      this.#count = 0
    }
    return ++this.#count > this.#most
  }
}
