import type { ChildProcess } from 'node:child_process'
import { processorTime, ranOutOfTime, startKillable } from './killable.ts'
import type { Owner, Owners, Turn, Turns } from './turns.ts'

interface Options {
  script: URL
  /** Maximum megabytes of JavaScript heap; the process watches its other limits itself. */
  heap: number
  turns: Turns
  /** Milliseconds of wall time, in case something other than the processor is slow. */
  timeLimit: number
}

/** Why a process gave no answer. */
export type Died = 'time' | 'memory' | 'unstarted'

/** Milliseconds after which an idle process is ended. */
const IDLE_LIMIT = 20_000

/** A pool of processes that handle one message at a time and are reused until they are idle for long. */
export class KillablePool<Work extends object, Answer extends object> {
  readonly #options: Options
  /** Each with the timer that ends it; the last one was used last. */
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Throws TOO_MANY_REQUESTS if too much of this owner's work waits, while the owner is penalized for work that hit
   * limits, and if this work was stopped because others waited.
   */
  ask(owner: Owner | Owners, work: Work): Promise<Answer | Died> {
    return this.#options.turns.run(owner, (turn) => this.#ask(this.#reuse() ?? this.#start(), work, turn))
  }

  /** Call after someone joined the owners of waiting work. */
  joined(): void {
    this.#options.turns.joined()
  }

  #start(): ChildProcess {
    const { script, heap } = this.#options
    const child = startKillable(script, { heap, output: 'ignore' })
    // An idle process must not keep the server from exiting; it exits with the server.
    child.unref()
    // For its whole life: a signal or a message that can't be delivered must not crash the server.
    child.on('error', () => {})
    child.once('exit', () => this.#forget(child))
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
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
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
      const onMessage = (message: unknown) => {
        const answer = message as Answer
        if ('refused' in answer) failed()
        settle(answer)
        this.#rest(child)
      }
      const onExit = (_code: number | null, cause: NodeJS.Signals | null) =>
        tooMuch(ranOutOfTime(cause) ? 'time' : 'memory')
      const onError = () => settle('unstarted')
      child.once('message', onMessage).once('exit', onExit).once('error', onError)
      child.send(work, () => {})
    })
  }

  #rest(child: ChildProcess): void {
    const end = () => {
      this.#forget(child)
      child.kill()
    }
    this.#idle.set(child, setTimeout(end, IDLE_LIMIT).unref())
  }

  #reuse(): ChildProcess | undefined {
    const child = [...this.#idle.keys()].at(-1)
    if (child) this.#forget(child)
    return child
  }

  #forget(child: ChildProcess): void {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
  }
}
