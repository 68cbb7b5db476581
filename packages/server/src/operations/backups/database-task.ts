import { Worker } from 'node:worker_threads'

/** Work on a whole database takes milliseconds to minutes, so it runs in a worker thread. */
export type DatabaseTask =
  /** Copies a snapshot of the database into a new SQLite file, while others write. */
  | { kind: 'snapshot'; from: DatabaseAddress; to: string }
  /** Checks a SQLite file for damage. */
  | { kind: 'inspect'; file: string }
  /** Brings a SQLite file that is not in use to the current schema. */
  | { kind: 'update'; file: string }
  /** Replaces the tables of a PostgreSQL schema with those of a SQLite file; the old ones stay in a separate schema. */
  | { kind: 'load'; file: string; url: string; aside: string }

export type DatabaseAddress = { file: string } | { url: string }

export interface DatabaseFacts {
  /** The last executed migration. */
  schema: string
  /** Every file that the database references. */
  files: string[]
  /** Rows by table. */
  rows: Record<string, number>
}

export interface TaskResults {
  snapshot: DatabaseFacts
  inspect: DatabaseFacts & { problems: string[] }
  update: object
  load: { aside: string | null }
}

/** Runs a task to its end, or until `signal`. Throws the task's error. */
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
