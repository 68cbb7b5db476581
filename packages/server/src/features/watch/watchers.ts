import type { OutgoingHttpHeader, ServerResponse } from 'node:http'
import { LATE_SECONDS, ONLINE_SECONDS } from '@vitrine/contract/devices'
import { DEVICES_SEEN_MAX } from '@vitrine/contract/watch'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { devicesById } from '#features/devices/queries.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import type { News } from '#publishing/news.ts'
import type { Publisher } from '#publishing/publisher.ts'
import { beginEvents, event } from '#publishing/streams.ts'

/** News of this long are told in one go: a burst of edits makes one question of each console, not twenty. */
const GATHER_MS = 400
/** How often lines are kept alive, sessions looked at again, and screens that fell silent looked for. */
const ROUND_MS = 15_000
/** A console that reads nothing is let go; it asks for everything when it comes back. */
const BACKLOG_MAX = 2_000_000

interface Watcher {
  sessionId: string
  /** Null: a super admin, who sees all organizations. */
  organizationId: string | null
  response: ServerResponse
  /** Of the answer so far: which origins may read it. */
  headers?: Readonly<Record<string, OutgoingHttpHeader | undefined>>
}

interface Gathered {
  topics: Set<string>
  devices: Set<string>
}

interface Options {
  database: Db
  clock: Clock
  log: Log
  publisher: Publisher
}

/** The open consoles of this process, and what they have not been told yet. */
export class Watchers {
  readonly #watchers = new Set<Watcher>()
  readonly #gathered = new Map<string | null, Gathered>()
  readonly #timer: NodeJS.Timeout
  readonly #options: Options
  readonly #stop: () => void
  #telling: NodeJS.Timeout | undefined
  #closed = false
  #lookedAt: number

  constructor(options: Options) {
    this.#options = options
    this.#lookedAt = options.clock.now()
    this.#stop = options.publisher.onNews((news) => this.#gather(news))
    this.#timer = setInterval(() => void this.#round().catch(this.#failed), ROUND_MS)
  }

  /** Consoles that are open here. */
  get size(): number {
    return this.#watchers.size
  }

  open(watcher: Watcher): void {
    const { response, headers } = watcher
    // Whoever left before the line was theirs says no other time that they left.
    if (response.destroyed || this.#closed) return void response.destroy()
    beginEvents(response, headers)
    response.write(event('hello', {}))
    this.#watchers.add(watcher)
    response.once('close', () => this.#watchers.delete(watcher))
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    clearTimeout(this.#telling)
    this.#stop()
    for (const { response } of this.#watchers) response.end()
  }

  #failed = (error: unknown) => this.#options.log.warn({ err: error }, 'Open consoles could not be told')

  #gather(news: readonly News[]): void {
    if (this.#watchers.size === 0) return
    for (const { organizationId, topics = [], devices = [] } of news) {
      const gathered = this.#gathered.get(organizationId) ?? { topics: new Set(), devices: new Set() }
      this.#gathered.set(organizationId, gathered)
      for (const topic of topics) gathered.topics.add(topic)
      for (const id of devices) gathered.devices.add(id)
    }
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      void this.#tell().catch(this.#failed)
    }, GATHER_MS)
  }

  async #tell(): Promise<void> {
    const all = [...this.#gathered]
    this.#gathered.clear()
    for (const [organizationId, { topics, devices }] of all) {
      const lines = [...this.#watchers].filter(
        (each) =>
          each.organizationId === null || organizationId === null || each.organizationId === organizationId,
      )
      if (lines.length === 0) continue
      if (devices.size > DEVICES_SEEN_MAX) topics.add('devices')
      if (topics.size) send(lines, event('edited', { topics: [...topics] }))
      if (organizationId !== null && devices.size && !topics.has('devices')) {
        const { database, publisher } = this.#options
        const seen = await devicesById(scoped(database, organizationId), [...devices], publisher.seen())
        if (seen.length) send(lines, event('devices', { devices: seen }))
      }
      // Whoever was changed may have lost a right: everybody comes back and is looked at anew.
      if (topics.has('users')) for (const { response } of lines) response.end()
    }
  }

  async #round(): Promise<void> {
    const since = this.#lookedAt
    const { clock } = this.#options
    this.#lookedAt = clock.now()
    if (this.#watchers.size === 0) return
    await this.#dropEnded()
    send([...this.#watchers], Buffer.from(':\n\n'))
    this.#gather(await this.#silent(since, this.#lookedAt))
  }

  async #dropEnded(): Promise<void> {
    const { database } = this.#options
    const watchers = [...this.#watchers]
    const rows = await database
      .selectFrom('sessions')
      .select('id')
      .where(
        'id',
        'in',
        anyOf(
          database,
          watchers.map(({ sessionId }) => ({ id: sessionId })),
        ),
      )
      .execute()
    const alive = new Set(rows.map(({ id }) => id))
    for (const { sessionId, response } of watchers) if (!alive.has(sessionId)) response.end()
  }

  /** Screens that became late or offline between two instants: nothing came of them, so nobody said so. */
  async #silent(from: number, to: number): Promise<News[]> {
    const rows = await this.#options.database
      .selectFrom('device_states')
      .select(['id', 'organizationId'])
      .where((where) =>
        where.or(
          [ONLINE_SECONDS, LATE_SECONDS].map((seconds) =>
            where.and([
              where('lastSeenAt', '>=', from - seconds * 1000),
              where('lastSeenAt', '<', to - seconds * 1000),
            ]),
          ),
        ),
      )
      .execute()
    return [...Map.groupBy(rows, (row) => row.organizationId)].map(([organizationId, each]) => ({
      organizationId,
      devices: each.map(({ id }) => id),
    }))
  }
}

function send(watchers: readonly Watcher[], data: Buffer): void {
  for (const { response } of watchers) {
    if (response.destroyed) continue
    if (response.writableLength > BACKLOG_MAX) response.destroy()
    else response.write(data)
  }
}
