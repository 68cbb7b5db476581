import type { ServerResponse } from 'node:http'

/** Bytes of an answer that the system takes from a process in any case. */
const SMALL = 16_000
/** Maximum bytes of answers in memory that clients haven't read. */
const BYTES_MAX = 256 * 2 ** 20

type Sending = Pick<ServerResponse, 'destroy'> & { once(event: 'close', listener: () => void): unknown }

interface Unsent {
  owner: string
  bytes: number
  response: Sending
}

/**
 * Limits the memory of answers that clients don't read: when there are too many, the owner with the most bytes loses the
 * oldest, so a client that reads nothing only harms itself.
 */
export class UnsentAnswers {
  readonly #max: number
  /** By owner, oldest first. */
  readonly #answers = new Map<string, Set<Unsent>>()
  #bytes = 0
  #count = 0

  constructor(max = BYTES_MAX) {
    this.#max = max
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Call before sending. */
  add(ownerOf: () => string, response: Sending, bytes: number): void {
    if (bytes < SMALL) return
    const owner = ownerOf()
    const answer: Unsent = { owner, bytes, response }
    const own = this.#answers.get(owner) ?? new Set()
    this.#answers.set(owner, own.add(answer))
    this.#bytes += bytes
    this.#count++
    response.once('close', () => this.#remove(answer))
    // The only answer may be larger than the maximum.
    while (this.#bytes > this.#max && this.#count > 1) {
      const oldest = this.#oldestOfGreediest()
      if (!oldest) return
      this.#remove(oldest)
      oldest.response.destroy()
    }
  }

  #remove(answer: Unsent): void {
    const own = this.#answers.get(answer.owner)
    if (!own?.delete(answer)) return
    if (own.size === 0) this.#answers.delete(answer.owner)
    this.#bytes -= answer.bytes
    this.#count--
  }

  #oldestOfGreediest(): Unsent | undefined {
    let greediest: { own: Set<Unsent>; bytes: number } | undefined
    for (const own of this.#answers.values()) {
      let bytes = 0
      for (const answer of own) bytes += answer.bytes
      if (!greediest || bytes > greediest.bytes) greediest = { own, bytes }
    }
    const [oldest] = greediest?.own ?? []
    return oldest
  }
}
