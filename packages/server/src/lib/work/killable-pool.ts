import type { ChildProcess } from 'node:child_process'
import { processorTime, ranOutOfTime, startKillable } from './killable.ts'
import type { Owner, Turn, Turns } from './turns.ts'

interface Options {
  script: URL
  /** Megabytes of JavaScript; the process watches its other limits itself. */
  heap: number
  turns: Turns
  /** Milliseconds on the wall, for when something other than the processor is slow. */
  timeLimit: number
}

/** Why a process gave no answer. */
export type Died = 'time' | 'memory' | 'unstarted'

/** Milliseconds after which an idle process is ended. */
const IDLE_LIMIT = 20_000

/** Processes that answer one message at a time, each kept for the next piece of work until it is idle for long. */
export class KillablePool<Work extends object, Answer extends object> {
  readonly #options: Options
  readonly #idle: ChildProcess[] = []

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Throws TOO_MANY_REQUESTS when too much of this owner waits, while it is penalized for work that ran into limits, and
   * when this piece was stopped because others waited.
   */
  ask(owner: Owner, work: Work): Promise<Answer | Died> {
    return this.#options.turns.run(owner, (turn) => this.#ask(this.#idle.pop() ?? this.#start(), work, turn))
  }

  #start(): ChildProcess {
    const { script, heap } = this.#options
    const child = startKillable(script, { heap, output: 'ignore' })
    // Waiting for work it must not keep the server from ending; it ends by itself when the server is gone.
    child.unref()
    child.channel?.unref()
    return child
  }

  #ask(child: ChildProcess, work: Work, { signal, measure, penalize, failed }: Turn): Promise<Answer | Died> {
    const before = processorTime(child) ?? 0
    measure(() => {
      const now = processorTime(child)
      return now === undefined ? undefined : now - before
    })
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer | Died) => {
        clearTimeout(timer)
        child.removeAllListeners()
        signal.removeEventListener('abort', stop)
        resolve(answer)
      }
      const tooMuch = (why: Died) => {
        child.kill('SIGKILL')
        penalize()
        settle(why)
      }
      const stop = () => {
        reject(signal.reason)
        tooMuch('time')
      }
      const timer = setTimeout(() => tooMuch('time'), this.#options.timeLimit)
      signal.addEventListener('abort', stop)
      child.once('message', (answer: Answer) => {
        if ('refused' in answer) failed()
        settle(answer)
        this.#rest(child)
      })
      child.once('exit', (_code, cause) => tooMuch(ranOutOfTime(cause) ? 'time' : 'memory'))
      child.once('error', () => settle('unstarted'))
      child.send(work, () => {})
    })
  }

  #rest(child: ChildProcess): void {
    this.#idle.push(child)
    const forget = () => {
      const index = this.#idle.indexOf(child)
      if (index >= 0) this.#idle.splice(index, 1)
    }
    child.once('exit', forget)
    setTimeout(() => {
      if (!this.#idle.includes(child)) return
      forget()
      child.kill()
    }, IDLE_LIMIT).unref()
  }
}
