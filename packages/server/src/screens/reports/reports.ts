import { ONLINE_SECONDS } from '@vitrine/contract/api/screens/devices'
import { inQuickTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import { CLONED_MS, detectClones, type Starts } from './clones.ts'
import { Presence } from './presence.ts'
import { appearanceHash, type Report, saveReports } from './report.ts'

/** How long a report waits to be written, and consoles to hear of it. */
const FLUSH_MS = 1000
/** Interval in which the appearance of idle screens is dropped. */
const FORGET_MS = 180_000
/** Reports per transaction, which holds SQLite's thread for less than 20 ms. */
const ROWS = 200
/** Attempts to save a report, about a minute's worth: by then, a connected screen has sent another. */
const TRIES = 30

/** Reports whose only news is the current page: a screen of several pages sends one a minute. */
const aboutPlaying = new WeakSet<Report>()
export const isAboutPlaying = (report: Report): boolean => aboutPlaying.has(report)

interface Known extends Starts {
  appearance: string
  playing: string | null
  at: number
}

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
  /** Called once a changed appearance can be read from the database. */
  onWritten: (reports: readonly Report[]) => void
}

/**
 * Buffers what screens report and writes a second of it in one transaction; nothing else reads it from here. A crash may
 * lose that second.
 */
export class Reports {
  #waiting = new Map<string, Report>()
  #flushing: Promise<void> = Promise.resolve()
  /** Each screen's appearance in its last report, and the time of that report. */
  readonly #known = new Map<string, Known>()
  readonly #timer: NodeJS.Timeout
  readonly #database: Db
  readonly #log: Log
  readonly #onWritten: (reports: readonly Report[]) => void
  #fresh: Report[] = []
  readonly #tries = new WeakMap<Report, number>()
  readonly #presence = new Presence()
  readonly #clock: Clock
  #forgetAt = 0

  constructor({ database, clock, log, onWritten }: Dependencies) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#onWritten = onWritten
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS)
  }

  add(report: Report, revision?: string): void {
    this.#waiting.set(report.id, report)
    this.#presence.reported(report.id, revision, report.lastSeenAt)
    const before = this.#known.get(report.id)
    const starts = detectClones(report, before)
    if (starts.clonedAt)
      report.detail = JSON.stringify({ ...JSON.parse(report.detail), clonedAt: starts.clonedAt })
    const { playing, lastSeenAt } = report
    const current = { appearance: appearanceHash(report), playing, at: lastSeenAt, ...starts }
    this.#known.set(report.id, current)
    if (before?.appearance === current.appearance && current.at - before.at <= ONLINE_SECONDS * 1000) {
      if (before.playing === playing) return
      aboutPlaying.add(report)
    }
    this.#fresh.push(report)
  }

  /**
   * Handles a heartbeat: nothing has changed since the report with this revision. False if the screen has to send a
   * full report.
   */
  beat(deviceId: string, revision: string, now: number): boolean {
    const known = this.#known.get(deviceId)
    if (!known || !this.#presence.beat(deviceId, revision, now)) return false
    known.at = now
    return true
  }

  /** Call for a deleted screen. */
  forget(deviceId: string): void {
    this.#waiting.delete(deviceId)
    this.#known.delete(deviceId)
    this.#presence.forget(deviceId)
  }

  /** Drops the appearance of screens that are silent, or have moved to another server. */
  #forgetIdle(): void {
    const now = this.#clock.now()
    if (now < this.#forgetAt) return
    this.#forgetAt = now + FORGET_MS
    for (const [id, { at }] of this.#known) if (now - at > CLONED_MS) this.#known.delete(id)
  }

  flush(): Promise<void> {
    this.#forgetIdle()
    this.#flushing = this.#flushing.then(() => this.#write()).then(() => this.#writePresence())
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
    await this.#writePresence({ all: true })
  }

  async #writePresence(which?: { all: boolean }): Promise<void> {
    try {
      await this.#presence.write(this.#database, this.#clock.now(), which)
    } catch (error) {
      this.#log.warn({ err: error }, 'Saving the presence of screens failed')
    }
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return
    const waiting = this.#waiting
    this.#waiting = new Map()
    // Same order on every server, or two that save the same screens would deadlock.
    const rows = [...waiting.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    const fresh = this.#fresh
    this.#fresh = []
    const failed = new Map<string, Report>()
    for (let at = 0; at < rows.length; at += ROWS) {
      const some = rows.slice(at, at + ROWS)
      try {
        await inQuickTransaction(this.#database, (tx) => saveReports(tx, some))
      } catch (error) {
        this.#log.warn({ err: error }, "Saving screens' reports failed")
        for (const report of some) failed.set(report.id, report)
      }
    }
    const written = fresh.filter(({ id }) => !failed.has(id))
    if (written.length) this.#onWritten(written)
    this.#fresh.unshift(...fresh.filter(({ id }) => failed.has(id)))
    for (const report of failed.values()) this.#tryAgain(report)
  }

  /** Queues a report again, unless the screen has sent a newer one. */
  #tryAgain(report: Report): void {
    const tries = (this.#tries.get(report) ?? 0) + 1
    this.#tries.set(report, tries)
    if (tries < TRIES && this.#known.has(report.id) && !this.#waiting.has(report.id))
      this.#waiting.set(report.id, report)
  }
}
