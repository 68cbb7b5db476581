import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

const LOOK_EVERY = 30_000

export interface Job {
  name: string
  /** Milliseconds from one start to the next. */
  every: number
  /** May run on two servers at once, and is run again when one dies over it. Answers counts for whoever looks. */
  run(): Promise<object>
}

interface Parts {
  database: Db
  clock: Clock
  log: Log
}

/** Work that is due again and again: of any number of servers on one database, one does it. */
export class JobRunner {
  readonly #parts: Parts
  readonly #jobs: readonly Job[]
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> = Promise.resolve()
  #closed = false

  constructor(parts: Parts, jobs: readonly Job[]) {
    this.#parts = parts
    this.#jobs = jobs
    this.#timer = setInterval(() => this.look(), LOOK_EVERY)
  }

  /** Does what is due; one after the other. */
  look(): Promise<void> {
    this.#running = this.#running
      .then(async () => {
        for (const job of this.#jobs) if (!this.#closed && (await this.#claim(job))) await this.#do(job)
      })
      .catch((error) => this.#parts.log.error({ err: error }, 'The jobs could not be looked through'))
    return this.#running
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #claim({ name, every }: Job): Promise<boolean> {
    const { database, clock } = this.#parts
    const now = clock.now()
    await database
      .insertInto('jobs')
      .values({
        id: name,
        nextAt: now,
        startedAt: null,
        finishedAt: null,
        result: null,
        error: null,
        succeededAt: null,
      })
      .onConflict((there) => there.column('id').doNothing())
      .execute()
    const claimed = await database
      .updateTable('jobs')
      .set({ startedAt: now, nextAt: now + every })
      .where('id', '=', name)
      // Far later than any start can be, whatever two servers' clocks differ by: the clock was set back since.
      .where((where) => where.or([where('nextAt', '<=', now), where('nextAt', '>', now + 2 * every)]))
      .executeTakeFirst()
    return claimed.numUpdatedRows > 0n
  }

  async #do({ name, run }: Job): Promise<void> {
    const { database, clock, log } = this.#parts
    const note = (ended: { result?: string; error: string | null }) => {
      const now = clock.now()
      return database
        .updateTable('jobs')
        .set({ ...ended, finishedAt: now, ...(ended.error === null && { succeededAt: now }) })
        .where('id', '=', name)
        .execute()
    }
    try {
      const result = await run()
      log.info({ job: name, ...result }, 'A job is done')
      await note({ result: JSON.stringify(result), error: null })
    } catch (error) {
      log.error({ err: error, job: name }, 'A job failed')
      await note({ error: (error as Error).message.slice(0, 500) })
    }
  }
}
