import { Worker } from 'node:worker_threads'
import { FairQueue } from '#lib/work/fair-queue.ts'

export interface ReaderQuery {
  text: string
  parameters: readonly unknown[]
}
export interface ReaderData {
  file: string
  statisticsMs: number
}
/** Rows come in pieces; after one with `hasMore`, the thread waits for `NEXT_PIECE`. */
export type ReaderAnswer = { rows: unknown[]; hasMore?: boolean } | { message: string; code: string }
export const NEXT_PIECE = 'next'

/** Threads, and those that one organization uses at most: its reports leave one for the lists of others. */
const THREADS = 3
const THREADS_EACH = 2
/** Threads whose statement timed out but still runs. SQLite can't be interrupted, so they end when it returns. */
const LATE_MAX = 4
/** Timeout of a statement in milliseconds. */
const ANSWER_MS = 60_000
/**
 * Milliseconds after which a thread looks for new statistics. Its connection doesn't notice those of another one, and
 * query plans for an empty table read all rows of a full one.
 */
const STATISTICS_MS = 15_000
/** Statements that may wait for a thread, in all and per organization; more are refused. */
const WAITING_MAX = 1000
const WAITING_EACH = 300

interface Options {
  answerMs?: number
  statisticsMs?: number
  /** Script of the threads. */
  script?: URL
}

/** An error of a reader query. `code` is SQLite's, as on the main connection, or our own for busy. */
class ReaderError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const busy = (message: string) => new ReaderError(message, 'READER_BUSY')

interface Waiting extends ReaderQuery {
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

/**
 * Read-only connections to the embedded database in worker threads, so a slow statement doesn't block the main thread.
 * Threads start when they are needed. One that fails or takes too long is replaced. Organizations take turns, however many
 * statements each has.
 */
export class ReaderPool {
  readonly #file: string
  readonly #answerMs: number
  readonly #statisticsMs: number
  readonly #script: URL
  readonly #queue = new FairQueue<Waiting>({
    runningEach: THREADS_EACH,
    waitingEach: WAITING_EACH,
    waiting: WAITING_MAX,
  })
  readonly #idle: Worker[] = []
  readonly #threads = new Set<Worker>()
  readonly #late = new Set<Worker>()
  #closed = false

  constructor(file: string, { answerMs = ANSWER_MS, statisticsMs = STATISTICS_MS, script }: Options = {}) {
    this.#file = file
    this.#answerMs = answerMs
    this.#statisticsMs = statisticsMs
    this.#script = script ?? new URL('./reader.worker.ts', import.meta.url)
  }

  /** `organizationId`: whose turn the query takes; '' for those of the whole installation. */
  all(query: ReaderQuery, organizationId = ''): Promise<unknown[]> {
    if (this.#closed) return Promise.reject(busy('The database is closed'))
    return new Promise((resolve, reject) => {
      const refused = this.#queue.add(organizationId, { ...query, resolve, reject })
      refused?.reject(busy('Too many queries are waiting'))
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#refuseAll('The database is closed')
    await Promise.all([...this.#threads, ...this.#late].map((worker) => worker.terminate()))
  }

  #refuseAll(reason: string): void {
    for (const { reject } of this.#queue.clear()) reject(busy(reason))
  }

  #next(): void {
    if (this.#closed || !this.#queue.hasNext) return
    const worker = this.#idle.pop() ?? (this.#threads.size < THREADS ? this.#start() : undefined)
    const next = worker && this.#queue.next()
    if (next) this.#run(worker, next.work, next.owner)
  }

  /** Undefined while too many threads hang. */
  #start(): Worker | undefined {
    if (this.#late.size >= LATE_MAX) {
      if (this.#threads.size === 0) this.#refuseAll('Every reader is blocked')
      return undefined
    }
    const worker = new Worker(this.#script, {
      workerData: { file: this.#file, statisticsMs: this.#statisticsMs } satisfies ReaderData,
      env: {},
      execArgv: ['--no-warnings'],
    })
    // The next query replaces a thread that fails while idle.
    worker.on('error', () => this.#drop(worker))
    worker.on('exit', () => {
      this.#drop(worker)
      this.#late.delete(worker)
    })
    this.#threads.add(worker)
    return worker
  }

  #drop(worker: Worker): void {
    this.#threads.delete(worker)
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
  }

  #run(worker: Worker, { text, parameters, resolve, reject }: Waiting, organizationId: string): void {
    const end = () => {
      this.#queue.ended(organizationId)
      clearTimeout(late)
      worker.off('message', answered)
      worker.off('error', failed)
      worker.off('exit', exited)
      worker.unref()
    }
    const pieces: unknown[][] = []
    const answered = (answer: ReaderAnswer) => {
      if ('rows' in answer) pieces.push(answer.rows)
      if ('rows' in answer && answer.hasMore) {
        // Copying the rows of a whole fleet takes longer than other calls may wait.
        setImmediate(() => worker.postMessage(NEXT_PIECE))
        return
      }
      end()
      this.#idle.push(worker)
      if ('rows' in answer) resolve(pieces.length > 1 ? pieces.flat() : answer.rows)
      else reject(new ReaderError(answer.message, answer.code))
      this.#next()
    }
    const failed = (error: Error) => {
      end()
      this.#drop(worker)
      reject(error)
      this.#next()
    }
    const exited = () => failed(busy('The reader exited'))
    const late = setTimeout(() => {
      this.#late.add(worker)
      failed(busy('The query took too long'))
      void worker.terminate()
    }, this.#answerMs)
    worker.on('message', answered)
    worker.on('error', failed)
    worker.on('exit', exited)
    worker.ref()
    worker.postMessage({ text, parameters } satisfies ReaderQuery)
  }
}
