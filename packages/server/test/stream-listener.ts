import { connect, type Socket } from 'node:net'
import { eventParser } from '@vitrine/contract/server-events'
import { expect } from 'vitest'

/** A raw client of an event stream, which can stop reading or drop its connection, unlike `fetch`. */
export class StreamListener {
  readonly socket: Socket
  readonly events: { name: string; data: unknown }[] = []
  /** The first line of the response. */
  status = ''
  ended = false

  constructor(origin: string, path: string, token: string, { reads = true } = {}) {
    const { hostname, port } = new URL(origin)
    this.socket = connect({ host: hostname, port: Number(port) })
    this.socket.setEncoding('utf8')
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.ended = true
    })
    const parse = eventParser(({ name, data }) => this.events.push({ name, data: JSON.parse(data) }))
    let head = ''
    this.socket.on('data', (piece) => {
      if (this.status) return parse(String(piece))
      head += piece
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.status = head.slice(0, head.indexOf('\r\n'))
      parse(head.slice(end + 4))
    })
    if (!reads) this.socket.pause()
    this.socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  }

  count(name: string): number {
    return this.events.filter((each) => each.name === name).length
  }

  /** Resolves once the server has sent this many events of a name. */
  async heard(name: string, times = 1): Promise<void> {
    await expect.poll(() => this.count(name)).toBeGreaterThanOrEqual(times)
  }
}
