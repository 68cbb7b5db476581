/** Size of the pieces of long work: follows how long the last one took, to hold the main thread for about `ms` each. */
export class PieceSize {
  #size: number
  readonly #limits: { least: number; most: number; ms: number }

  constructor({ first, ...limits }: { first: number; least: number; most: number; ms: number }) {
    this.#size = first
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Call after each full piece, with its milliseconds. */
  follow(took: number): void {
    const { least, most, ms } = this.#limits
    const change = Math.min(2, Math.max(0.25, ms / took))
    this.#size = Math.round(Math.min(most, Math.max(least, this.#size * change)))
  }
}

/** Milliseconds of processor time of this thread. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
