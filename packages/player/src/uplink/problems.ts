import type { Heartbeat } from '@vitrine/contract/api/screens/screen-report'
import type { Clock } from '#lib/time/clock.ts'

export type Problem = Heartbeat['errors'][number]
const AT_MOST = 50

/** Problems since the last acknowledged heartbeat. People in front of the screen never see them. */
export class Problems {
  #list: Problem[] = []
  /** Recent problems for the service corner. */
  recent: Problem[] = []
  /** Called for the first unsent problem. */
  onFirst: () => void = () => {}
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  report = (text: string): void => {
    const problem = { at: Math.round(this.#clock.now()), text: text.slice(0, 500) }
    this.recent = [...this.recent, problem].slice(-20)
    // Deduplicate until acknowledged, so that an outage's repeated problem doesn't crowd out others.
    if (this.#list.some((said) => said.text === problem.text)) return
    const isFirst = this.#list.length === 0
    this.#list = [...this.#list, problem].slice(-AT_MOST)
    if (isFirst) this.onFirst()
  }

  waiting = (): readonly Problem[] => this.#list

  /** Removes acknowledged problems. */
  sent(problems: readonly Problem[]): void {
    this.#list = this.#list.filter((problem) => !problems.includes(problem))
  }
}
