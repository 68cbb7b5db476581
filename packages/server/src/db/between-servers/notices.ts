import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { isPostgres, poolOf } from '#db/database.ts'
import { connectClient, destroyConnection, newClient } from '#db/postgres-pool.ts'
import type { Db } from '#db/schema.ts'
import type { Log } from '#lib/log.ts'

/** PostgreSQL refuses payloads of 8000 bytes and more. */
export const NOTICE_MAX = 7000

/** Milliseconds between two probes, and until a probe counts as lost. */
const PROBE_MS = 10_000
const PROBE_ANSWER_MS = 3_000
const RECONNECT_MS = 1000
const PROBE = 'probe '

/** Notifies every server process on this database when `tx` commits. An embedded database has one process only. */
export async function notify(tx: Db, text: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_notify('vitrine_' || current_schema(), ${text})`.execute(tx)
}

interface Listener {
  onText(text: string): void
  /** Notices may have been lost. */
  onGap(): void
}

/**
 * Passes on every notice of any process, including this one. A connection can die silently, and a proxy can respond for
 * a server that has lost its listeners: only a probe that makes the full round trip proves that notices arrive. A
 * connection that broke or lost its probe is replaced.
 */
export class NoticeLine {
  readonly #database: Db
  readonly #pool: pg.Pool
  readonly #log: Log
  readonly #listener: Listener
  readonly #timer: NodeJS.Timeout
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false
  #failure: string | null = null
  /** Lost in a row, over all connections. */
  #lostProbes = 0
  #probe: { text: string; heard: () => void } | undefined

  private constructor(database: Db, pool: pg.Pool, log: Log, listener: Listener, probeMs: number) {
    this.#database = database
    this.#pool = pool
    this.#log = log
    this.#listener = listener
    this.#timer = setInterval(() => void this.#check(), probeMs)
  }

  /** Undefined for an embedded database, which has no other process. */
  static async open(
    database: Db,
    log: Log,
    listener: Listener,
    { probeMs = PROBE_MS } = {},
  ): Promise<NoticeLine | undefined> {
    const pool = poolOf(database)
    if (!pool) return undefined
    const line = new NoticeLine(database, pool, log, listener, probeMs)
    try {
      await line.#connect()
      return line
    } catch (error) {
      await line.close()
      throw error
    }
  }

  /** Why notices may be lost; null if they arrive. */
  failure(): string | null {
    return this.#failure
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    clearInterval(this.#timer)
    this.#probe?.heard()
    const last = this.#client
    this.#client = undefined
    if (last) destroyConnection(last)
  }

  async #connect(): Promise<void> {
    const made = newClient(this.#pool)
    made.on('error', (error) => this.#lost(made, error))
    made.on('end', () => this.#lost(made))
    made.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    try {
      await connectClient(made)
      const { rows } = await made.query('select current_schema() as name')
      // Held for the life of the connection: a restore doesn't wait, it requires that no server is running.
      await made.query("select pg_advisory_lock_shared(hashtext('vitrine_' || current_schema()))")
      await made.query(`listen ${pg.escapeIdentifier(`vitrine_${rows[0].name}`)}`)
      if (this.#closed) return destroyConnection(made)
      this.#client = made
    } catch (error) {
      destroyConnection(made)
      throw error
    }
  }

  #receive(text: string): void {
    if (this.#closed) return
    if (!text.startsWith(PROBE)) this.#listener.onText(text)
    else if (text === this.#probe?.text) this.#probe.heard()
  }

  /** Ignores errors of a connection that was already replaced. */
  #lost(which: pg.Client, error?: Error): void {
    if (this.#client !== which) return
    this.#client = undefined
    destroyConnection(which)
    this.#failure = 'Lost the connection for notices'
    this.#log.warn({ err: error }, this.#failure)
    this.#reconnect()
  }

  #reconnect(): void {
    if (this.#closed) return
    this.#retry = setTimeout(() => {
      const connected = () => {
        // A second connection that loses notices is no better than the first, until one arrives.
        if (this.#lostProbes < 2) this.#failure = null
        if (!this.#closed) this.#listener.onGap()
      }
      this.#connect().then(connected, () => this.#reconnect())
    }, RECONNECT_MS)
  }

  async #check(): Promise<void> {
    const which = this.#client
    if (!which || this.#probe) return
    const text = PROBE + randomUUID()
    let timer: NodeJS.Timeout | undefined
    const heard = new Promise<boolean>((resolve) => {
      this.#probe = { text, heard: () => resolve(true) }
      timer = setTimeout(resolve, PROBE_ANSWER_MS, false)
    })
    // A probe that couldn't be sent says nothing about this connection, unless it fails too.
    const sent = notify(this.#database, text).then(
      () => true,
      () => false,
    )
    const isHeard = await heard
    clearTimeout(timer)
    this.#probe = undefined
    if (isHeard) {
      this.#lostProbes = 0
      if (this.#client === which) this.#failure = null
    }
    if (isHeard || this.#closed || this.#client !== which) return
    if (await sent) {
      this.#lostProbes++
      this.#lost(which, new Error("A test notice didn't arrive"))
    } else which.query('select 1').catch((error) => this.#lost(which, error))
  }
}
