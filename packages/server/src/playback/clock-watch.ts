import type { Change } from '#base/change.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { event } from '#lib/http/event-stream.ts'
import type { Log } from '#lib/log.ts'
import type { Publisher } from './publisher.ts'
import { keepSettled, noteSettled } from './schedules/settling.ts'
import { beginPlanned } from './switches/planned-switches.ts'

const LOOK_EVERY = 1000
/** Milliseconds of drift between wall clock and monotonic clock that count as a jump. */
const JUMP = 1000

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
  publisher: Publisher
  settings: Pick<Settings, 'SCHEDULE_SETTLE_SECONDS'>
}

/**
 * Detects that the server's clock was set: tells the connected screens to ask for the time again, and keeps schedules
 * that settled by the old time. Its first check does the same for a clock that was set while the server was off.
 */
export class ClockWatch {
  readonly #parts: Dependencies
  readonly #timer: NodeJS.Timeout | undefined
  #last: { wall: number; monotonic: number }
  #looking: Promise<void> | undefined
  #isKept = false
  #failures = 0

  /** `idle`: no screen connects to this server. */
  constructor(parts: Dependencies, { idle = false } = {}) {
    this.#parts = parts
    this.#last = this.#read()
    if (idle) return
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY)
    this.#timer.unref()
  }

  /** Runs every second; never fails. */
  async look(): Promise<void> {
    await this.#looking
    this.#looking = this.#lookOnce()
      .then(() => {
        this.#failures = 0
      })
      .catch((error) => {
        if (this.#failures++ === 0) this.#parts.log.warn({ err: error }, 'Recording settled schedules failed')
      })
    await this.#looking
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  #read() {
    const { clock } = this.#parts
    return { wall: clock.now(), monotonic: clock.monotonic() }
  }

  async #notify(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    const { publisher, database } = this.#parts
    await publisher.publish(changes)
    await publisher.announce(database, changes)
  }

  async #lookOnce(): Promise<void> {
    const { database, log, publisher, settings } = this.#parts
    const before = this.#last
    const now = this.#read()
    this.#last = now
    const carried = before.wall + (now.monotonic - before.monotonic)
    const jump = now.wall - carried
    const jumped = Math.abs(jump) > JUMP
    if (jumped) {
      log.warn({ milliseconds: Math.round(jump) }, 'The clock of this server changed')
      this.#isKept = false
      // Changes that became due since the last check did so by the old time.
      if (jump < 0) {
        await noteSettled(database, carried)
        await this.#notify(await beginPlanned(database, carried))
      }
    }
    if (!this.#isKept) {
      const changes = await keepSettled(database, now.wall, settings.SCHEDULE_SETTLE_SECONDS * 1000)
      this.#isKept = true
      await this.#notify(changes)
    }
    await noteSettled(database, now.wall)
    await this.#notify(await beginPlanned(database, now.wall))
    if (jumped) await publisher.streams.sendAll(event('time', { serverTime: now.wall }))
  }
}
