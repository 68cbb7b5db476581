import type { Services } from '#app/services.ts'
import { inTransaction } from '#db/database.ts'

/** Milliseconds that a part has to respond within, and for which results are cached. */
const ANSWER_MS = 3000
const KEPT_MS = 3000

/** Why each part is unavailable; null if it works. */
export interface Readiness {
  database: string | null
  /** This server may miss changes of other servers. */
  changes: string | null
  /** This server's time differs from the other servers'. */
  clock: string | null
  writes: string | null
  files: string | null
  disk: string | null
}

/** Probes whether the server can work: reads and writes of the database, files, disk space. Concurrent calls share one probe. */
export class ReadinessProbe {
  readonly #services: Pick<Services, 'database' | 'blobs' | 'disk' | 'clock' | 'publisher' | 'time'>
  #latest: { at: number; result: Promise<Readiness> } | undefined
  #isStopping = false

  constructor(services: Pick<Services, 'database' | 'blobs' | 'disk' | 'clock' | 'publisher' | 'time'>) {
    this.#services = services
  }

  check(): Promise<Readiness> {
    const now = performance.now()
    if (!this.#latest || now - this.#latest.at > KEPT_MS) this.#latest = { at: now, result: this.#check() }
    return this.#latest.result
  }

  /** Why the server can't work, by part; null while it stops. The disk has separate warnings. */
  async failures(): Promise<Omit<Readiness, 'disk'> | null> {
    if (this.#isStopping) return null
    const { disk: _disk, ...failures } = await this.check()
    return failures
  }

  /** Reports not ready from now on. */
  stop(): void {
    this.#isStopping = true
    this.#latest = undefined
  }

  async #check(): Promise<Readiness> {
    const why = 'The server is stopping'
    if (this.#isStopping)
      return { database: why, changes: why, clock: why, writes: why, files: why, disk: why }
    const { database, blobs, disk, clock, publisher, time } = this.#services
    const isFull = disk.isShort('database') || disk.isShort('files')
    const write = () =>
      inTransaction(database, (tx) =>
        tx
          .insertInto('server_marks')
          .values({ id: 'probe', at: clock.now(), text: null })
          .onConflict((there) => there.column('id').doUpdateSet({ at: clock.now() }))
          .execute(),
      )
    const [reading, off, writes, files] = await Promise.all([
      outcome(() => database.selectFrom('secrets').select('name').limit(1).execute()),
      outcome(async () => {
        const off = await time.measure()
        if (off) throw new Error(off)
      }),
      // The remaining space is reserved for logins and deletions.
      isFull ? null : outcome(write),
      isFull ? null : outcome(() => blobs.probe()),
    ])
    return {
      database: reading,
      changes: publisher.behind(),
      clock: off,
      writes,
      files,
      disk: isFull ? 'The disk is full' : null,
    }
  }
}

async function outcome(work: () => Promise<unknown>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS, `No response within ${ANSWER_MS / 1000} seconds`)
  })
  const done = work().then(
    () => null,
    (error: Error & { code?: string }) => error.code ?? error.message,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
