/** The time of a page that is drawn frame by frame: it moves only when it is set. Milliseconds since 1970. */
export class FrameClock {
  readonly start: number
  readonly #listeners = new Set<() => void>()
  #now: number

  constructor(start: number) {
    this.start = start
    this.#now = start
  }

  readonly now = (): number => this.#now
  readonly onTick = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the milliseconds since the start; ticks when a second starts. Whether it ticked. */
  to(elapsed: number): boolean {
    const before = this.#now
    this.#now = this.start + elapsed
    const isTick = Math.floor((before - this.start) / 1000) < Math.floor(elapsed / 1000) || elapsed === 0
    if (isTick) this.tick()
    return isTick
  }
  tick(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
