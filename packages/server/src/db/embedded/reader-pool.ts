import { Worker } from 'node:worker_threads'

export interface ReaderQuery {
  text: string
  parameters: readonly unknown[]
}
export type ReaderAnswer = { rows: unknown[] } | { message: string; code: string }

/** Threads: while a long report runs in one, lists and exports are read in the other. */
const THREADS = 2
/** Milliseconds that a statement may take. SQLite can't be interrupted from outside, so its thread ends. */
const ANSWER_MS = 60_000

/** What a query of the reader fails with. `code` is SQLite's, as on the main connection. */
class ReaderError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

interface Waiting extends ReaderQuery {
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

/**
 * Read-only connections to the embedded database in worker threads: however long a statement takes, the main thread
 * answers other requests. Threads start with the first query.
 */
export class ReaderPool {
  readonly #file: string
  readonly #waiting: Waiting[] = []
  readonly #idle: Worker[] = []
  readonly #threads = new Set<Worker>()
  #closed = false

  constructor(file: string) {
    this.#file = file
  }

  all(query: ReaderQuery): Promise<unknown[]> {
    if (this.#closed) return Promise.reject(new ReaderError('The database is closed', 'READER_CLOSED'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...query, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0))
      reject(new ReaderError('The database is closed', 'READER_CLOSED'))
    await Promise.all([...this.#threads].map((worker) => worker.terminate()))
  }

  #next(): void {
    if (this.#waiting.length === 0) return
    const worker = this.#idle.pop() ?? (this.#threads.size < THREADS ? this.#start() : undefined)
    if (!worker) return
    const query = this.#waiting.shift()
    if (query) this.#run(worker, query)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), {
      workerData: this.#file,
      env: {},
      execArgv: ['--no-warnings'],
    })
    // A thread that fails while it idles is replaced by the next query.
    worker.on('error', () => this.#drop(worker))
    worker.on('exit', () => this.#drop(worker))
    this.#threads.add(worker)
    return worker
  }

  #drop(worker: Worker): void {
    this.#threads.delete(worker)
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
  }

  #run(worker: Worker, { text, parameters, resolve, reject }: Waiting): void {
    const late = setTimeout(() => void worker.terminate(), ANSWER_MS)
    const end = () => {
      clearTimeout(late)
      worker.off('message', answered)
      worker.off('error', failed)
      worker.off('exit', exited)
      worker.unref()
    }
    const answered = (answer: ReaderAnswer) => {
      end()
      this.#idle.push(worker)
      if ('rows' in answer) resolve(answer.rows)
      else reject(new ReaderError(answer.message, answer.code))
      this.#next()
    }
    const failed = (error: Error) => {
      end()
      this.#drop(worker)
      reject(error)
      this.#next()
    }
    const exited = () => failed(new ReaderError('The query took too long', 'READER_ENDED'))
    worker.on('message', answered)
    worker.on('error', failed)
    worker.on('exit', exited)
    worker.ref()
    worker.postMessage({ text, parameters } satisfies ReaderQuery)
  }
}
