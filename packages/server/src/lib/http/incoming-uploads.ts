import type { FastifyRequest } from 'fastify'
import { type Caller, greediest, greediestPerson } from '#lib/work/greediest.ts'
import { addressKey } from './address-key.ts'

/** Maximum incomplete uploads. A console sends a few at a time. */
const MOST = 1000
const MOST_OF = { address: 300, organization: 200, person: 60 } as const
/** Files may take hours but not stall: minimum bytes within these milliseconds. */
const FLOW_MS = 60_000
const FLOW_BYTES = 60_000

interface Upload {
  organizationId: string
  /** Closes the connection. */
  stop(): void
}

/**
 * Uploads that are arriving. Their owner is the person who sends them, or the address of a caller without a session. If
 * an organization or all together have too many, the person with the most loses the newest.
 */
export class IncomingUploads {
  readonly #people = new Map<string, Upload[]>()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** False if there is no room. */
  add(request: FastifyRequest, sender: Caller | undefined): boolean {
    const address = `address ${addressKey(request.ip)}`
    const caller = sender ?? { userId: address, organizationId: address }
    if (!this.#makeRoom(caller, sender ? MOST_OF : { person: MOST_OF.address })) return false
    const { userId, organizationId } = caller
    const { raw } = request
    const { socket } = raw
    let before = socket.bytesRead
    const watch = setInterval(() => {
      const arrived = socket.bytesRead - before
      before = socket.bytesRead
      // Data in our buffer waits for us, not for the sender.
      if (!raw.complete && raw.readableLength === 0 && arrived < FLOW_BYTES) socket.destroy()
    }, FLOW_MS).unref()
    const end = () => {
      raw.off('close', end)
      socket.off('close', end)
      clearInterval(watch)
      const own = this.#people.get(userId) ?? []
      const at = own.indexOf(upload)
      if (at < 0) return
      own.splice(at, 1)
      if (own.length === 0) this.#people.delete(userId)
      this.#count--
    }
    const stop = () => {
      end()
      socket.destroy()
    }
    const upload: Upload = { organizationId, stop }
    this.#people.set(userId, [...(this.#people.get(userId) ?? []), upload])
    this.#count++
    raw.once('close', end)
    // A request answered before its body was read never closes if the connection breaks.
    socket.once('close', end)
    return true
  }

  #makeRoom(
    caller: Caller,
    { person, organization = MOST }: { person: number; organization?: number },
  ): boolean {
    const own = this.#people.get(caller.userId)?.length ?? 0
    if (own >= person) return false
    const colleagues = [...this.#people.values()].filter(
      ([first]) => first?.organizationId === caller.organizationId,
    )
    const together = colleagues.reduce((sum, { length }) => sum + length, 0)
    let greedy: Upload[] | undefined
    if (together >= organization) greedy = greediest(colleagues, ({ length }) => length, own + 1)
    else if (this.#count >= MOST) greedy = greediestPerson(this.#people, caller)
    else return true
    greedy?.at(-1)?.stop()
    return greedy !== undefined
  }
}
