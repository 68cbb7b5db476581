import type { Socket } from 'node:net'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#lib/env.ts'
import { addressKey } from '#lib/http/address-key.ts'
import type { Log } from '#lib/log.ts'

/** Share of the process's file descriptors for connections: the database, files and outgoing calls need the rest. */
const PART_OF_FILES = 0.8
/** Share of all connections that consoles may use: the rest is reserved for screens. */
const PART_OF_CONSOLES = 0.7
const CONNECTIONS_MAX = 60_000
const LOG_EVERY_MS = 60_000

let filesLimit: number | null | undefined

/** The process's file descriptor limit; null if the system doesn't report it. `process.report` takes 20 ms. */
function openFilesLimit(): number | null {
  filesLimit ??= readFilesLimit()
  return filesLimit
}

function readFilesLimit(): number | null {
  const report = process.report?.getReport() as
    | { userLimits?: { open_files?: { soft?: unknown } } }
    | undefined
  const limit = Number(report?.userLimits?.open_files?.soft)
  return Number.isFinite(limit) ? limit : null
}

/**
 * Limits connections per address, and in total below the system's limit, with a share reserved for screens. Shared by
 * all origins. Connections of trusted proxies carry many users' calls and only count towards the total.
 */
export class ConnectionLimits {
  readonly #perAddress: number
  readonly #max: number
  readonly #proxies = new BlockList()
  readonly #byAddress = new Map<string, number>()
  readonly #log: Log
  #count = 0
  #loggedAt = Number.NEGATIVE_INFINITY

  constructor(
    settings: Pick<Settings, 'CONNECTIONS_PER_ADDRESS' | 'TRUSTED_PROXIES'>,
    log: Log,
    files = openFilesLimit(),
  ) {
    this.#perAddress = settings.CONNECTIONS_PER_ADDRESS
    this.#max = Math.min(CONNECTIONS_MAX, Math.floor((files ?? CONNECTIONS_MAX) * PART_OF_FILES))
    this.#log = log
    for (const proxy of settings.TRUSTED_PROXIES) {
      const [address = '', prefix] = proxy.split('/')
      const family = isIPv6(address) ? 'ipv6' : 'ipv4'
      if (prefix === undefined) this.#proxies.addAddress(address, family)
      else this.#proxies.addSubnet(address, Number(prefix), family)
    }
  }

  /** Call before the server listens. */
  follow({ server }: FastifyInstance, origin: 'console' | 'player' | 'content'): void {
    const max = origin === 'player' ? this.#max : Math.floor(this.#max * PART_OF_CONSOLES)
    server.prependListener('connection', (socket: Socket) => {
      const ip = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
      const isProxy = ip !== '' && this.#proxies.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
      const address = addressKey(ip)
      const own = this.#byAddress.get(address) ?? 0
      if (this.#count >= max || (!isProxy && own >= this.#perAddress)) {
        socket.destroy()
        this.#logRefusal(this.#count >= max ? 'all' : address)
        return
      }
      this.#count++
      this.#byAddress.set(address, own + 1)
      socket.on('close', () => {
        this.#count--
        const left = (this.#byAddress.get(address) ?? 1) - 1
        if (left > 0) this.#byAddress.set(address, left)
        else this.#byAddress.delete(address)
      })
    })
  }

  #logRefusal(of: string): void {
    const now = performance.now()
    if (now - this.#loggedAt < LOG_EVERY_MS) return
    this.#loggedAt = now
    this.#log.warn({ of, connections: this.#count }, 'Refusing connections: too many are open')
  }
}
