import type { Heartbeat } from '@vitrine/contract/player'
import type { Clock } from '#lib/clock.ts'

export type Problem = Heartbeat['errors'][number]
const AT_MOST = 50

/** What went wrong since the last heartbeat that arrived. People in front of the screen never see it. */
export class Problems {
  #list: Problem[] = []
  /** Kept for the service corner. */
  recent: Problem[] = []
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  report = (text: string): void => {
    const last = this.#list.at(-1)
    const problem = { at: Math.round(this.#clock.now()), text: text.slice(0, 500) }
    this.recent = [...this.recent, problem].slice(-20)
    // The same thing over and over is said once a heartbeat.
    if (last?.text === problem.text) return
    this.#list = [...this.#list, problem].slice(-AT_MOST)
  }

  waiting = (): readonly Problem[] => this.#list

  /** They have arrived. */
  sent(problems: readonly Problem[]): void {
    this.#list = this.#list.filter((problem) => !problems.includes(problem))
  }
}
