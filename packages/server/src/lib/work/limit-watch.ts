import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

interface Watched {
  /** Bytes of the whole process, including native memory. */
  memory: number
  /** Seconds of processor time per piece of work, in all threads. */
  cpu: number
}

/**
 * Kills this process when it exceeds a limit: SIGKILL for memory, SIGTERM for processor time (see `ranOutOfTime`). Runs
 * in a separate thread, which continues while the main one is stuck in a decoder. Call the returned function when a
 * piece of work starts: from then on the process has low priority, so that requests go first. Not before, because
 * starting at low priority takes seconds on a busy machine.
 */
export function watchLimits({ memory, cpu }: Watched): () => void {
  const spent = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  /** Milliseconds of processor time at the start of the current work. */
  const started = new Float64Array(new SharedArrayBuffer(8))
  const script = `
    const started = require('node:worker_threads').workerData
    setInterval(() => {
      const { user, system } = process.cpuUsage()
      if (process.memoryUsage.rss() > ${memory}) process.kill(process.pid, 'SIGKILL')
      if ((user + system) / 1000 - started[0] > ${cpu * 1000}) process.kill(process.pid, 'SIGTERM')
    }, 20)`
  new Worker(script, { eval: true, workerData: started }).unref()
  return () => {
    lowerPriority()
    started[0] = spent()
  }
}

function lowerPriority(): void {
  for (const thread of threads())
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The thread has ended, or the system doesn't allow it.
    }
}

/** Linux has a priority per thread; elsewhere the process has one (0). */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}
