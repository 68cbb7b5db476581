/** Random numbers from a seed (mulberry32), so that a run can be repeated. */
export class Random {
  #state

  constructor(seed) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to below `end`. */
  below(end) {
    return Math.floor(this.next() * end)
  }

  chance(probability) {
    return this.next() < probability
  }

  pick(list) {
    return list[this.below(list.length)]
  }

  /** `[[3, 'often'], [1, 'rarely']]` */
  weighted(choices) {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of choices) {
      left -= weight
      if (left < 0) return value
    }
    return choices.at(-1)[1]
  }
}
