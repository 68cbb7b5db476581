import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressKey } from '#lib/http/address-key.ts'

/** Milliseconds for which the requests of an address are recorded, and how many addresses. */
const RECORD_MS = 60_000
const ADDRESSES_MAX = 1000
const HEAD_END = '\r\n\r\n'
/** More than the parser accepts. */
const BYTES_MAX = 64 * 1024

/**
 * The beginning of requests whose headers are too large. Node reports only the part of a request that arrived last, and
 * large headers arrive in several parts. Recording costs time, so it begins with the first such request of an address: a
 * browser loads its page again.
 */
export class RequestBeginnings {
  readonly #until = new Map<string, number>()
  readonly #parts = new WeakMap<Socket, Buffer[]>()

  /** Call before the server listens. */
  follow({ server }: FastifyInstance): void {
    server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (line: Socket) => {
      if (performance.now() > (this.#until.get(keyOf(line)) ?? 0)) return
      const parts: Buffer[] = []
      this.#parts.set(line, parts)
      let bytes = 0
      // After the parser, which then knows that these headers aren't too large.
      const record = (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes <= BYTES_MAX && !part.includes(HEAD_END)) return
        line.off('data', record)
        this.#parts.delete(line)
      }
      line.on('data', record)
    })
  }

  /** The request so far, or its last part if it wasn't recorded; then the next one of that address is. */
  of(line: Socket, lastPart: Buffer): Buffer {
    const address = keyOf(line)
    this.#until.delete(address)
    this.#until.set(address, performance.now() + RECORD_MS)
    if (this.#until.size > ADDRESSES_MAX)
      for (const oldest of this.#until.keys()) {
        this.#until.delete(oldest)
        break
      }
    return Buffer.concat([...(this.#parts.get(line) ?? []), lastPart])
  }
}

const keyOf = ({ remoteAddress = '' }: Socket) => addressKey(remoteAddress)
