import { Worker } from 'node:worker_threads'

/** Work on a whole database, which takes milliseconds to minutes: it runs in a worker thread. */
export type DatabaseTask =
  /** Copies the database as it is at one instant into a new SQLite file, while others write. */
  | { kind: 'snapshot'; from: DatabaseAddress; to: string }
  /** Looks for damage in a SQLite file. */
  | { kind: 'inspect'; file: string }
  /** Replaces the tables of a PostgreSQL schema by those of a SQLite file; the old ones stay in a separate schema. */
  | { kind: 'load'; file: string; url: string; aside: string }

export type DatabaseAddress = { file: string } | { url: string }

export interface Snapshot {
  /** The last migration that ran on it. */
  schema: string
  /** Every file that it names. */
  files: string[]
}

export interface TaskResults {
  snapshot: Snapshot
  inspect: { problems: string[]; schema: string; files: string[] }
  load: { aside: string | null }
}

/** Runs a task to its end, or until `signal`. Throws what it fails with. */
export function onDatabase<K extends DatabaseTask['kind']>(
  task: Extract<DatabaseTask, { kind: K }>,
  signal?: AbortSignal,
): Promise<TaskResults[K]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./database.worker.ts', import.meta.url), {
      workerData: task,
      execArgv: ['--no-warnings'],
    })
    const stop = () => {
      void worker.terminate()
      reject(signal?.reason ?? new Error('Stopped'))
    }
    signal?.addEventListener('abort', stop, { once: true })
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(new Error('The database task exited early'))
    })
  })
}
