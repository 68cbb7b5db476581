import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseTask, TaskResults } from './database-task.ts'
import { loadIntoPostgres, snapshotOfPostgres, updateSqlite } from './postgres-rows.ts'
import { inspect, snapshotOfSqlite } from './sqlite-file.ts'

// On Linux this affects only this thread; elsewhere it would affect the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

async function run(task: DatabaseTask): Promise<TaskResults[DatabaseTask['kind']]> {
  if (task.kind === 'load') return loadIntoPostgres(task)
  if (task.kind === 'inspect') return inspect(task.file)
  if (task.kind === 'update') return updateSqlite(task.file)
  return 'file' in task.from
    ? snapshotOfSqlite(task.from.file, task.to)
    : snapshotOfPostgres(task.from.url, task.to)
}

parentPort?.postMessage(await run(workerData as DatabaseTask))
