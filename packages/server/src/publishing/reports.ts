import type { Heartbeat } from '@vitrine/contract/player'
import type { Db, DeviceStatesTable } from '#db/schema.ts'
import type { Log } from '#lib/log.ts'

const FLUSH_MS = 2000
/** Rows per statement; both engines limit how many parameters one may have. */
const ROWS = 500

export type Report = DeviceStatesTable

export const reportOf = (
  device: { deviceId: string; organizationId: string },
  { screen, held, shown, playing, download, errors }: Heartbeat,
  ip: string,
  now: number,
): Report => ({
  id: device.deviceId,
  organizationId: device.organizationId,
  ip,
  screen: JSON.stringify(screen),
  playing: playing && JSON.stringify(playing),
  heldGroup: held.group,
  heldDevice: held.device,
  shownGroup: shown.group,
  shownDevice: shown.device,
  download: JSON.stringify(download),
  errors: JSON.stringify(errors),
  lastSeenAt: now,
})

/** What is known of screens beside the database, and the present instant. */
export interface Seen {
  reports: Pick<Reports, 'waiting'>
  now: number
}

/** What screens report, kept until a few seconds' worth is written at once. A crash may lose those seconds. */
export class Reports {
  #waiting = new Map<string, Report>()
  #writing = new Map<string, Report>()
  #flushing: Promise<void> = Promise.resolve()
  readonly #timer: NodeJS.Timeout
  readonly #database: Db
  readonly #log: Log

  constructor(database: Db, log: Log) {
    this.#database = database
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS)
  }

  add(report: Report): void {
    this.#waiting.set(report.id, report)
  }

  /** The last report of a screen if it is not written yet. */
  waiting(deviceId: string): Report | undefined {
    return this.#waiting.get(deviceId) ?? this.#writing.get(deviceId)
  }

  /** For a screen that is gone. */
  forget(deviceId: string): void {
    this.#waiting.delete(deviceId)
  }

  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write())
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return
    this.#writing = this.#waiting
    this.#waiting = new Map()
    const rows = [...this.#writing.values()]
    try {
      for (let at = 0; at < rows.length; at += ROWS) await this.#save(rows.slice(at, at + ROWS))
    } catch (error) {
      this.#log.warn({ err: error }, 'Reports of screens could not be written')
    }
    this.#writing = new Map()
  }

  async #save(rows: Report[]): Promise<void> {
    await this.#database
      .insertInto('device_states')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          organizationId: ref('excluded.organizationId'),
          ip: ref('excluded.ip'),
          screen: ref('excluded.screen'),
          playing: ref('excluded.playing'),
          heldGroup: ref('excluded.heldGroup'),
          heldDevice: ref('excluded.heldDevice'),
          shownGroup: ref('excluded.shownGroup'),
          shownDevice: ref('excluded.shownDevice'),
          download: ref('excluded.download'),
          errors: ref('excluded.errors'),
          lastSeenAt: ref('excluded.lastSeenAt'),
        })),
      )
      .execute()
  }
}
