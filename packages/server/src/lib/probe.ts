import type { ChildProcess } from 'node:child_process'
import { AppError } from './errors.ts'
import { startKillable } from './killable.ts'
import type { FileFacts, Verdict } from './probe-verdict.ts'
import { Turns } from './turns.ts'

/** Strangers' files are looked at by so many processes at a time; further ones wait. */
const PROCESSES = 2
const turns = new Turns({ atOnce: PROCESSES, atOnceEach: PROCESSES, waitingEach: 300 })
/** Milliseconds. The slowest honest files tried, 90-megapixel photographs, take 2 s on a busy small machine. */
const TIME_LIMIT = 30_000
/** An idle process goes after so many milliseconds. */
const IDLE_LIMIT = 20_000
/** Of JavaScript; the process watches the rest of its memory by itself. Megabytes. */
const HEAP_LIMIT = 256

const idle: ChildProcess[] = []

/**
 * What a file really is, judged by its content in a process that can be killed; names and declared types count for
 * nothing. Throws UNSUPPORTED_MEDIA with a sentence for people about anything that screens cannot show: unknown,
 * broken, cut off, or made to exhaust whoever opens it; TOO_MANY_REQUESTS when too much of this owner waits.
 */
export async function judgeFile(path: string, owner: string): Promise<FileFacts> {
  const verdict = await turns.run(owner, () => ask(idle.pop() ?? start(), path))
  if ('refused' in verdict) throw new AppError('UNSUPPORTED_MEDIA', verdict.refused)
  return verdict.facts
}

function start(): ChildProcess {
  const worker = new URL('./probe.worker.ts', import.meta.url)
  const child = startKillable(worker, { heap: HEAP_LIMIT, output: 'ignore' })
  // Waiting for work it must not keep the server from ending; it ends by itself when the server is gone.
  child.unref()
  child.channel?.unref()
  return child
}

function ask(child: ChildProcess, path: string): Promise<Verdict> {
  return new Promise((resolve) => {
    const settle = (verdict: Verdict) => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(verdict)
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      settle({ refused: 'takes too long to read' })
    }, TIME_LIMIT)
    child.once('message', (verdict: Verdict) => {
      settle(verdict)
      rest(child)
    })
    child.once('exit', () => settle({ refused: 'takes more memory to read than a screen has' }))
    child.once('error', () => settle({ refused: 'cannot be read' }))
    child.send({ path })
  })
}

function rest(child: ChildProcess): void {
  idle.push(child)
  const forget = () => {
    const index = idle.indexOf(child)
    if (index >= 0) idle.splice(index, 1)
  }
  child.once('exit', forget)
  setTimeout(() => {
    if (!idle.includes(child)) return
    forget()
    child.kill()
  }, IDLE_LIMIT).unref()
}
