import { setTimeout as pause } from 'node:timers/promises'
import {
  DEVICES_SEEN_MAX,
  WATCH_EVENTS,
  type WatchEvent,
  watch,
} from '@vitrine/contract/api/operations/watch'
import { LATE_SECONDS, ONLINE_SECONDS } from '@vitrine/contract/api/screens/devices'
import { type Actor, can, EVERYTHING, type Reach, ROLES, reachOf } from '@vitrine/contract/permissions'
import type { z } from 'zod'
import { rightsOfKeys } from '#accounts/api-keys/queries.ts'
import { actorOf, RIGHTS } from '#accounts/rights/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { Clock } from '#lib/clock.ts'
import { EventStream, event, type Handover } from '#lib/http/event-stream.ts'
import type { Log } from '#lib/log.ts'
import type { News } from '#playback/news.ts'
import type { Publisher } from '#playback/publisher.ts'
import { devicesById } from '#screens/devices/queries.ts'
import { type Person, StreamLimits } from './stream-limits.ts'

/** Debounces news: a burst of edits makes each console reload once. Milliseconds. */
const GATHER_MS = 400
/** Milliseconds between heartbeats, session checks, and checks for silent screens. */
const ROUND_MS = 15_000
/** Maximum bytes queued for a console that doesn't read. It reloads everything after reconnecting. */
const BACKLOG_MAX = 2_000_000
/** Consoles notified of a gap per batch, and milliseconds between batches, because each of them reloads everything. */
const GAP_AT_ONCE = 20
const GAP_PAUSE_MS = 200
const BEAT = Buffer.from(':\n\n')
/**
 * Strips fields that the schema doesn't declare, as in responses of routes, because a screen's row contains secrets.
 */
const declaredEvent = <K extends WatchEvent>(name: K, data: z.input<(typeof WATCH_EVENTS)[K]>) =>
  event(name, WATCH_EVENTS[name].parse(data))
/** Makes a console reload everything: after connecting, or when news were lost. */
const HELLO = declaredEvent('hello', {})
/** Makes a console reload its profile. */
const RIGHTS_CHANGED = declaredEvent('edited', { topics: ['users'] })
/** Changes of these topics may end a session or change its permissions. */
const ABOUT_SESSIONS = ['auth', 'users', 'roles', 'organizations', 'api-keys']

interface Watcher extends Person {
  /** Role and permissions when the stream was opened. */
  rights: string
  /** Null: a super admin, with access to all organizations. */
  sees: string | null
  reach: Reach
  /** Whether they see screens; others get topics only. */
  seesScreens: boolean
  events: EventStream
}

interface Gathered {
  topics: Set<string>
  devices: Set<string>
  edited: Set<string>
  playing: Set<string>
}

interface Options {
  database: Db
  clock: Clock
  log: Log
  publisher: Publisher
}

type Rights = Pick<Actor, 'role' | 'permissions' | 'limits' | 'reads'>
const rightsOf = ({ role, permissions, limits = [], reads = null }: Rights) =>
  JSON.stringify([role, permissions, limits, reads])
/** What the stream's route reaches. */
const { who } = watch.stream

/** The open consoles of this process, and their pending news. */
export class Watchers {
  readonly #watchers = new Set<Watcher>()
  readonly #limits = new StreamLimits<Watcher>()
  readonly #gathered = new Map<string | null, Gathered>()
  readonly #timer: NodeJS.Timeout | undefined
  readonly #options: Options
  readonly #stop: () => void
  #telling: NodeJS.Timeout | undefined
  #sessionsChanged = false
  #hasGap = false
  #closed = false
  #lookedAt: number

  /** `idle`: no console connects to this server. */
  constructor(options: Options, { idle = false } = {}) {
    this.#options = options
    this.#lookedAt = options.clock.now()
    this.#stop = options.publisher.onNews((news) => this.#gather(news))
    this.#timer = idle ? undefined : setInterval(() => void this.#round().catch(this.#failed), ROUND_MS)
  }

  /** Number of open consoles. */
  get size(): number {
    return this.#watchers.size
  }

  /** `take` hands over the response after the last possible refusal. Throws TOO_MANY_REQUESTS. */
  open(person: Person & Actor, take: () => Handover): void {
    this.#limits.check(person, this.#options.clock.now())
    const handover = take()
    if (this.#closed) return void handover.response.destroy()
    let watcher: Watcher | undefined
    const events = EventStream.open(handover, HELLO, {
      backlog: BACKLOG_MAX,
      onEnd: () => {
        if (!watcher) return
        this.#watchers.delete(watcher)
        this.#limits.remove(watcher)
      },
    })
    if (!events) return
    const sees = person.role === ROLES.superAdmin ? null : person.organizationId
    watcher = {
      ...{ ...person, rights: rightsOf(person), sees, reach: reachOf(person, who), events },
      seesScreens: can(person, 'read', 'devices'),
    }
    this.#watchers.add(watcher)
    for (const oldest of this.#limits.add(watcher)) oldest.events.end()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    clearTimeout(this.#telling)
    this.#stop()
    for (const { events } of [...this.#watchers]) events.end()
  }

  #failed = (error: unknown) => this.#options.log.warn({ err: error }, 'Notifying open consoles failed')

  #gather(news: readonly News[]): void {
    if (this.#watchers.size === 0) return
    for (const {
      organizationId,
      topics = [],
      devices = [],
      edited = [],
      playing = [],
      sessions = false,
      hasGap = false,
    } of news) {
      const gathered = this.#gathered.get(organizationId) ?? {
        topics: new Set(),
        devices: new Set(),
        edited: new Set(),
        playing: new Set(),
      }
      this.#gathered.set(organizationId, gathered)
      for (const topic of topics) gathered.topics.add(topic)
      for (const id of devices) gathered.devices.add(id)
      for (const id of edited) gathered.edited.add(id)
      for (const id of playing) gathered.playing.add(id)
      if (hasGap) this.#hasGap = true
      if (sessions || hasGap || topics.some((topic) => ABOUT_SESSIONS.includes(topic)))
        this.#sessionsChanged = true
    }
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      void this.#notify().catch(this.#failed)
    }, GATHER_MS)
  }

  async #notify(): Promise<void> {
    const all = [...this.#gathered]
    this.#gathered.clear()
    if (this.#sessionsChanged) {
      this.#sessionsChanged = false
      await this.#endOutdated()
    }
    if (this.#hasGap) {
      this.#hasGap = false
      await this.#greetAll()
    }
    for (const [organizationId, { topics, devices, edited, playing }] of all) {
      const watchers = [...this.#watchers].filter(
        ({ sees }) => sees === null || organizationId === null || sees === organizationId,
      )
      if (watchers.length === 0) continue
      for (const id of edited) devices.add(id)
      if (devices.size > DEVICES_SEEN_MAX) topics.add('devices')
      if (devices.size + playing.size <= DEVICES_SEEN_MAX) for (const id of playing) devices.add(id)
      if (topics.size) send(watchers, declaredEvent('edited', { topics: [...topics] }))
      if (organizationId !== null && devices.size && !topics.has('devices')) {
        const { database, clock } = this.#options
        const seeing = watchers.filter(({ seesScreens }) => seesScreens)
        for (const alike of Map.groupBy(seeing, ({ reach }) => JSON.stringify(reach)).values()) {
          const reach = alike[0]?.reach ?? EVERYTHING
          const seen = await devicesById(scoped(database, organizationId, reach), [...devices], clock.now())
          const ids = new Set(seen.map(({ id }) => id))
          const theirs = reach === EVERYTHING ? [...edited] : [...edited].filter((id) => ids.has(id))
          if (seen.length) send(alike, declaredEvent('devices', { devices: seen, edited: theirs }))
        }
      }
    }
  }

  async #greetAll(): Promise<void> {
    const watchers = [...this.#watchers]
    for (let at = 0; at < watchers.length && !this.#closed; at += GAP_AT_ONCE) {
      if (at > 0) await pause(GAP_PAUSE_MS)
      send(watchers.slice(at, at + GAP_AT_ONCE), HELLO)
    }
  }

  async #round(): Promise<void> {
    const since = this.#lookedAt
    const { clock } = this.#options
    this.#lookedAt = clock.now()
    if (this.#watchers.size === 0) return
    send([...this.#watchers], BEAT)
    await this.#endOutdated()
    this.#gather(await this.#silent(since, this.#lookedAt))
  }

  /**
   * Ends the streams of expired sessions, and of people whose role or permissions changed: those reconnect with their
   * new permissions.
   */
  async #endOutdated(): Promise<void> {
    const { database, clock } = this.#options
    const watchers = [...this.#watchers]
    const ids = [...new Set(watchers.map(({ sessionId }) => sessionId))].map((id) => ({ id }))
    const rows = await database
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .leftJoin('custom_roles', 'custom_roles.id', 'users.roleId')
      .select(['sessions.id', ...RIGHTS])
      .where('sessions.id', 'in', anyOf(database, ids))
      .where('sessions.expiresAt', '>', clock.now())
      .execute()
    const current = new Map(rows.map((row) => [row.id, rightsOf(actorOf(row))]))
    const others = ids.filter(({ id }) => !current.has(id))
    for (const [id, actor] of await rightsOfKeys(database, others, clock.now()))
      current.set(id, rightsOf(actor))
    for (const { sessionId, rights, events } of watchers) {
      if (!current.has(sessionId)) events.end()
      else if (current.get(sessionId) !== rights) events.end(RIGHTS_CHANGED)
    }
  }

  /** Screens that became late or offline between two instants, which no report announces. */
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
  for (const { events } of watchers) events.write(data)
}
