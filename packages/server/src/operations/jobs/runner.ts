import type { JobName } from '@vitrine/contract/api/operations/jobs'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

const LOOK_EVERY = 30_000
/** Stored as the next run when a user requested one at a server that runs no jobs. */
const ASKED_FOR = 0

export interface Job {
  name: JobName
  /** Milliseconds from one start to the next. */
  every: number
  /** The next due time, for jobs that run at a time of day; null: only when a user starts it. */
  nextAt?: (now: number) => number | null
  /** Takes minutes to hours, so other jobs don't wait for it. */
  isLong?: boolean
  /**
   * May run on two servers concurrently, and runs again if one crashes. Returns counts for the job list. Long jobs stop
   * when `signal` aborts. `byHand`: a user started it.
   */
  run(started: { signal: AbortSignal; byHand: boolean }): Promise<object>
}

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
}

/** Runs recurring work: of all servers on one database, one runs each due job. */
export class JobRunner {
  readonly #parts: Dependencies
  readonly #jobs: readonly Job[]
  readonly #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  readonly #long = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  #areOthersForgotten = false

  /** `idle`: this server leaves all jobs to others. */
  constructor(parts: Dependencies, jobs: readonly Job[], { idle = false } = {}) {
    this.#parts = parts
    this.#jobs = jobs
    this.#timer = idle ? undefined : setInterval(() => this.look(), LOOK_EVERY)
  }

  /** Runs due jobs, one at a time. */
  look(): Promise<void> {
    this.#running = this.#running
      .then(async () => {
        await this.#forgetOthers()
        for (const job of this.#jobs) {
          if (this.#stop.signal.aborted || this.isRunning(job.name)) continue
          const byHand = job.isLong === true && (await this.#isAskedFor(job))
          if (await this.#claim(job, byHand)) await this.#do(job, byHand)
        }
      })
      .catch((error) => this.#parts.log.error({ err: error }, 'Checking for due jobs failed'))
    return this.#running
  }

  /** Whether a long job runs in this process. */
  isRunning = (name: string): boolean => this.#long.has(name)

  /** Starts a long job now, or soon if only other servers run jobs; false if it is already running here. */
  async start(name: string): Promise<boolean> {
    const job = this.#jobs.find((each) => each.name === name && each.isLong)
    if (!job || this.isRunning(name)) return false
    const { database, clock } = this.#parts
    await this.#insert(job)
    if (!this.#timer) {
      await database.updateTable('jobs').set({ nextAt: ASKED_FOR }).where('id', '=', name).execute()
      return true
    }
    await database.updateTable('jobs').set({ startedAt: clock.now() }).where('id', '=', name).execute()
    if (this.isRunning(name)) return false
    await this.#do(job, true)
    return true
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('The server is stopping'))
    clearInterval(this.#timer)
    await this.#running
    await Promise.all(this.#long.values())
  }

  /** A failure of a job that no longer runs, for example after an update, would be reported forever. */
  async #forgetOthers(): Promise<void> {
    if (this.#areOthersForgotten || !this.#timer) return
    await this.#parts.database
      .deleteFrom('jobs')
      .where(
        'id',
        'not in',
        this.#jobs.map(({ name }) => name),
      )
      .execute()
    this.#areOthersForgotten = true
  }

  async #insert({ name, nextAt }: Job): Promise<void> {
    const { database, clock } = this.#parts
    const now = clock.now()
    const due = nextAt?.(now) ?? now
    await database
      .insertInto('jobs')
      .values({
        id: name,
        nextAt: due,
        startedAt: null,
        finishedAt: null,
        result: null,
        error: null,
        succeededAt: null,
      })
      .onConflict((there) => there.column('id').doNothing())
      .execute()
    // A changed time of day already applies to the next run.
    if (nextAt)
      await database
        .updateTable('jobs')
        .set({ nextAt: due })
        .where('id', '=', name)
        .where('nextAt', '>', now)
        .where('nextAt', '!=', due)
        .execute()
  }

  async #isAskedFor({ name }: Job): Promise<boolean> {
    const row = await this.#parts.database
      .selectFrom('jobs')
      .select('nextAt')
      .where('id', '=', name)
      .executeTakeFirst()
    return row?.nextAt === ASKED_FOR
  }

  async #claim(job: Job, byHand: boolean): Promise<boolean> {
    const { database, clock } = this.#parts
    const { name, every, nextAt } = job
    const now = clock.now()
    if (nextAt?.(now) === null && !byHand) return false
    await this.#insert(job)
    const claimed = await database
      .updateTable('jobs')
      .set({ startedAt: now, nextAt: nextAt?.(now) ?? now + every })
      .where('id', '=', name)
      // Further ahead than any next run can be, allowing for clock differences between servers: the clock was set back.
      .where((where) => where.or([where('nextAt', '<=', now), where('nextAt', '>', now + 2 * every)]))
      .executeTakeFirst()
    return claimed.numUpdatedRows > 0n
  }

  async #do(job: Job, byHand: boolean): Promise<void> {
    const done = this.#run(job, byHand)
    if (!job.isLong) return done
    const kept = done
      .catch((error) => this.#parts.log.error({ err: error, job: job.name }, 'Recording a job failed'))
      .finally(() => this.#long.delete(job.name))
    this.#long.set(job.name, kept)
  }

  async #run({ name, run }: Job, byHand: boolean): Promise<void> {
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
      const result = await run({ signal: this.#stop.signal, byHand })
      // Most runs find nothing to do, and would bury the rest of the log.
      const level = Object.values(result ?? {}).some(Boolean) ? 'info' : 'debug'
      log[level]({ job: name, ...result }, 'Job finished')
      await note({ result: JSON.stringify(result), error: null })
    } catch (error) {
      log.error({ err: error, job: name }, 'A job failed')
      await note({ error: (error as Error).message.slice(0, 500) })
    }
  }
}
