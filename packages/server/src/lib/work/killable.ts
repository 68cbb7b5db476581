import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Killable {
  /** Megabytes of JavaScript heap. */
  heap: number
  /** `pipe`: the caller reads its output. */
  output: 'pipe' | 'ignore'
}

/**
 * Starts a process for untrusted files, which lowers its priority when its work begins (`watchLimits`). It may read
 * files, load the image library and start threads, and nothing else: no writing, no processes, no environment
 * variables.
 */
export function startKillable(script: URL, { heap, output }: Killable): ChildProcess {
  const stdio: StdioOptions = ['ignore', output, 'ignore', 'ipc']
  return fork(fileURLToPath(script), {
    execArgv: [
      `--max-old-space-size=${heap}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--allow-worker',
      '--no-warnings',
    ],
    env: {},
    stdio,
    // Messages contain bytes, which JSON can't carry.
    serialization: 'advanced',
  })
}

/** Milliseconds per tick of Linux's processor accounting (USER_HZ is 100 wherever Node runs). */
const TICK = 10

/** Milliseconds of processor time that a running process has used; undefined if the system doesn't report it. */
export function processorTime({ pid }: ChildProcess): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name in parentheses, which may contain anything: proc(5), fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return undefined
  }
}

/**
 * Whether a process died because of its time limit: its watchdog (`watchLimits`) uses a different signal for each
 * limit. Systems without signals only report the exit.
 */
export const ranOutOfTime = (signal: NodeJS.Signals | null): boolean => signal === 'SIGTERM'
