import { tooManyRequests } from '#lib/errors.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'

/** The owner of a stream. */
export interface Person {
  sessionId: string
  userId: string
  organizationId: string
  /** From `addressKey`. */
  address: string
  /** Whether the organization has no verified email address. */
  unconfirmed: boolean
}

/**
 * Maximum concurrent streams. The tabs of a browser share one, so a session rarely has more than one; browsers without
 * BroadcastChannel open one per tab, and a person may use several browsers.
 */
const OF_SESSION = 32
const OF_PERSON = 64
const OF_ORGANIZATION = 1000
/** Anyone can register: until verification, an organization counts as one person. */
const OF_UNCONFIRMED_ORGANIZATION = 40
/** All unverified organizations at an address. Verified ones share an address with strangers, so they have no such limit. */
const OF_UNCONFIRMED_ADDRESS = 2000
/** Streams that one session may open per minute. A browser that lost its stream backs off. */
const OPENED_A_MINUTE = 120

/** Milliseconds. */
const MINUTE = 60_000
/** Seconds after which a refused client may try again. */
const RETRY_SECONDS = 60

/**
 * Keeps one account, organization or address from using all connections. Within a session and a person, the oldest
 * stream is closed for a new one, because it may be dead unnoticed; beyond that the new one is refused, because it must
 * not close other people's streams.
 */
export class StreamLimits<Stream extends Person> {
  readonly #open = new Map<string, Set<Stream>>()
  readonly #opened = new RateLimit(OPENED_A_MINUTE, MINUTE)

  /** Throws TOO_MANY_REQUESTS. */
  check(person: Person, now: number): void {
    const { sessionId, organizationId, address, unconfirmed } = person
    this.#opened.check(sessionId, now)
    this.#opened.hit(sessionId, now)
    // Replace the session's own oldest stream first, whatever other limit is reached.
    if (
      this.#count(`person ${person.userId}`) >= OF_PERSON ||
      this.#count(`session ${sessionId}`) >= OF_SESSION
    )
      return
    const ofOrganization = unconfirmed ? OF_UNCONFIRMED_ORGANIZATION : OF_ORGANIZATION
    if (
      this.#count(`organization ${organizationId}`) >= ofOrganization ||
      (unconfirmed && this.#count(`address ${address}`) >= OF_UNCONFIRMED_ADDRESS)
    )
      throw tooManyRequests(RETRY_SECONDS)
  }

  /** Returns the streams to close for this one. */
  add(stream: Stream): Stream[] {
    for (const key of keysOf(stream)) {
      const open = this.#open.get(key) ?? new Set()
      this.#open.set(key, open.add(stream))
    }
    return [
      ...this.#oldestBeyond(`session ${stream.sessionId}`, OF_SESSION),
      ...this.#oldestBeyond(`person ${stream.userId}`, OF_PERSON),
    ]
  }

  remove(stream: Stream): void {
    for (const key of keysOf(stream)) {
      const open = this.#open.get(key)
      open?.delete(stream)
      if (open?.size === 0) this.#open.delete(key)
    }
  }

  #count(key: string): number {
    return this.#open.get(key)?.size ?? 0
  }

  #oldestBeyond(key: string, limit: number): Stream[] {
    const open = this.#open.get(key)
    return open && open.size > limit ? [...open].slice(0, open.size - limit) : []
  }
}

const keysOf = ({ sessionId, userId, organizationId, address, unconfirmed }: Person) => [
  `session ${sessionId}`,
  `person ${userId}`,
  `organization ${organizationId}`,
  ...(unconfirmed ? [`address ${address}`] : []),
]
