import { WHY_LENGTH_MAX } from '@vitrine/contract/player/report-limits'
import { lookUp, type Parts } from '#downlink/parts.ts'
import type { Clock } from '#lib/time/clock.ts'
import { contentOf } from './content-key.ts'

/** First failure: skip one turn, or this long if the turn has no end. */
const LOST_TURN_MS = 10_000
/** A page that keeps failing is skipped for longer each time, at most ten minutes. */
export const SKIP_MS = 60_000
const SKIP_MOST_MS = 600_000

/** Pages that the stage couldn't show, by their content, and when each is tried again. */
export class FailedPages {
  /** By the monotonic clock, like all durations: a clock correction must not skip a page. */
  readonly #failed = new Map<string, { times: number; until: number; why: string }>()
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock
  }

  /** `end`: of the page's turn. */
  add(content: string, end: number | null, why: string): void {
    const now = this.#clock.now()
    const times = (this.#failed.get(content)?.times ?? 0) + 1
    const wait =
      times === 1
        ? Math.min(SKIP_MS, (end ?? now + LOST_TURN_MS) - now)
        : Math.min(SKIP_MOST_MS, SKIP_MS * 2 ** (times - 2))
    this.#failed.set(content, { times, until: this.#clock.monotonic() + wait, why })
  }

  /** It showed without problems, or gets another chance. */
  forget = (content: string): void => void this.#failed.delete(content)

  clear = (): void => this.#failed.clear()

  /** It failed, and hasn't shown since. */
  has = (content: string): boolean => this.#failed.has(content)

  isOut = (content: string, instant: number): boolean => {
    const failed = this.#failed.get(content)
    return failed !== undefined && this.#instantOf(failed.until) > instant
  }

  /** Why nothing of a storyboard can be shown, as long as a report may say it. */
  whyOf(storyboardId: string, parts: Parts): string {
    for (const { pageId } of lookUp(parts, 'storyboards', storyboardId)?.items ?? []) {
      const page = lookUp(parts, 'pages', pageId)
      const failed = page && this.#failed.get(contentOf(page, parts))
      if (failed) return withinReport(`${page.name}: ${failed.why}`)
    }
    return "It isn't stored"
  }

  /** When the next page is tried again. */
  soonest = (now: number): number =>
    Math.min(
      ...[...this.#failed.values()].map(({ until }) => this.#instantOf(until)).filter((at) => at > now),
    )

  #instantOf = (monotonic: number): number =>
    Math.round(this.#clock.now() + monotonic - this.#clock.monotonic())
}

/** Half a character at the end would be one that PostgreSQL can't read. */
const withinReport = (text: string): string => text.slice(0, WHY_LENGTH_MAX).replace(/[\ud800-\udbff]$/, '')
