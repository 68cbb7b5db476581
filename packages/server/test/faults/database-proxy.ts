import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a server and PostgreSQL that can restart or freeze. */
export class DatabaseProxy {
  /** URL of the database through this proxy. */
  readonly url: string
  readonly #server: ReturnType<typeof createServer>
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  readonly #listening = new Set<readonly [Socket, Socket]>()
  #frozen = false
  #away = false
  #isSilent = false

  private constructor(url: URL, server: ReturnType<typeof createServer>) {
    this.#server = server
    const through = new URL(url)
    through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    this.url = through.href
    server.on('connection', (client) => this.#join(client, url))
  }

  static async to(database: string): Promise<DatabaseProxy> {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new DatabaseProxy(new URL(database), server)
  }

  /** Number of open connections. */
  get size(): number {
    return this.#pairs.size
  }

  /** Breaks all connections, and refuses new ones until `backOnline`. */
  goAway(): void {
    this.#away = true
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy()
  }

  backOnline(): void {
    this.#away = false
  }

  /** Stops responding on open and new connections until `thaw`. */
  freeze(): void {
    this.#frozen = true
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  thaw(): void {
    this.#frozen = false
    for (const pair of this.#pairs) for (const socket of pair) socket.resume()
  }

  /**
   * Connections that listen for notices stay open, but receive nothing any more, nor do new ones until `speak`. All
   * others work.
   */
  silence(): void {
    this.#isSilent = true
    for (const pair of this.#listening) for (const socket of pair) socket.pause()
  }

  /** Lets new connections listen again. Silent ones stay silent. */
  speak(): void {
    this.#isSilent = false
  }

  close(): void {
    this.goAway()
    this.#server.close()
  }

  #join(client: Socket, { hostname, port }: URL): void {
    if (this.#away) return void client.resetAndDestroy()
    const database = connect({ host: hostname, port: Number(port || 5432) })
    const pair = [client, database] as const
    this.#pairs.add(pair)
    const part = () => {
      this.#pairs.delete(pair)
      this.#listening.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const [from, to] of [pair, [database, client] as const])
      from
        .on('data', (data) => to.write(data))
        .on('error', part)
        .on('close', part)
        .on('end', part)
    client.on('data', (data) => {
      if (!/\blisten "/.test(data.toString('latin1'))) return
      this.#listening.add(pair)
      if (this.#isSilent) for (const socket of pair) socket.pause()
    })
    if (this.#frozen) for (const socket of pair) socket.pause()
  }
}
