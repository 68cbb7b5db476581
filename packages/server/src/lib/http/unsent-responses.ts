import type { ServerResponse } from 'node:http'
import { greediest } from '#lib/work/greediest.ts'

/** Bytes of an answer that the system takes from a process in any case. */
const SMALL = 16_000
/** Maximum bytes of answers in memory that clients haven't read. */
const BYTES_MAX = 256 * 2 ** 20

type Sending = Pick<ServerResponse, 'destroy' | 'closed'> & {
  once(event: 'close', listener: () => void): unknown
}

interface Owner {
  bytes: number
  /** Oldest first. */
  answers: Set<Unsent>
}

interface Unsent {
  owner: string
  bytes: number
  response: Sending
}

/**
 * Limits the memory of answers that clients don't read: when there are too many, the owner with the most bytes loses the
 * oldest, so a client that reads nothing only harms itself.
 */
export class UnsentResponses {
  readonly #max: number
  readonly #owners = new Map<string, Owner>()
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
    if (bytes >= SMALL) this.addStream(ownerOf(), response)(bytes)
  }

  /** For an answer in pieces: call the result before each, with its bytes. */
  addStream(owner: string, response: Sending): (bytes: number) => void {
    if (response.closed) return () => {}
    const answer: Unsent = { owner, bytes: 0, response }
    const own = this.#owners.get(owner) ?? { bytes: 0, answers: new Set() }
    this.#owners.set(owner, own)
    own.answers.add(answer)
    this.#count++
    response.once('close', () => this.#remove(answer))
    return (bytes) => this.#hold(answer, bytes)
  }

  #hold(answer: Unsent, bytes: number): void {
    const own = this.#owners.get(answer.owner)
    if (!own?.answers.has(answer)) return
    const more = bytes - answer.bytes
    answer.bytes = bytes
    own.bytes += more
    this.#bytes += more
    // The only answer may be larger than the maximum.
    while (this.#bytes > this.#max && this.#count > 1) {
      const oldest = this.#oldestOfGreediest()
      if (!oldest) return
      this.#remove(oldest)
      oldest.response.destroy()
    }
  }

  #remove(answer: Unsent): void {
    const own = this.#owners.get(answer.owner)
    if (!own?.answers.delete(answer)) return
    if (own.answers.size === 0) this.#owners.delete(answer.owner)
    own.bytes -= answer.bytes
    this.#bytes -= answer.bytes
    this.#count--
  }

  #oldestOfGreediest(): Unsent | undefined {
    const [oldest] = greediest(this.#owners.values(), ({ bytes }) => bytes)?.answers ?? []
    return oldest
  }
}
