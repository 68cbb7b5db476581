import type { ReportedAnswer } from '@vitrine/contract/api/data/answers'
import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { ANSWERS_AT_ONCE } from '@vitrine/contract/player/report-limits'
import type { AnswerValue } from '@vitrine/widgets/host'
import { type Api, ApiError, errorMessage } from '#lib/api.ts'
import { newId } from '#lib/new-id.ts'
import { retryDelay } from '#lib/retry.ts'
import type { State } from '#lib/state.ts'
import type { Clock } from '#lib/time/clock.ts'
import { onClockCorrection } from '#uplink/clock-correction.ts'

/** How long a new choice replaces the previous one: as long as the same visitor is likely at the screen. */
const SETTLE_MS = 30_000
/** The limit without a network; then the oldest are dropped. */
const KEPT_MAX = 2000
/** The limit of counted events, which must not push out answers. */
const NOTES_MAX = 1000
const KEY = 'answers'

interface Options {
  api: Pick<Api, 'answers'>
  clock: Pick<Clock, 'now' | 'monotonic' | 'error' | 'onStep'>
  state: Pick<State, 'get' | 'set'>
  report: (problem: string) => void
}

/** `due`: when it is final and may be sent, by the corrected clock. */
interface Waiting extends ReportedAnswer {
  due: number
  /** Given in this run before the server's time was known. */
  unsure?: boolean
}

/**
 * Stores answers on the screen until the server has them, across restarts and outages. Each has its own id, so the
 * server stores it once however often it is sent.
 */
export class AnswerBook {
  #waiting: Waiting[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending = false
  #failures = 0
  #closed = false
  readonly #opened: Promise<void>
  readonly #stop: () => void
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#stop = onClockCorrection(options.clock, this.#setRight)
    this.#opened = this.#open()
  }

  close(): void {
    this.#closed = true
    this.#stop()
    clearTimeout(this.#timer)
  }

  /** Records an answer to a widget; `''` and `[]` withdraw the previous one. */
  add = async (page: ManifestPage, widgetId: string, value: AnswerValue): Promise<void> => {
    await this.#opened
    const now = this.#options.clock.now()
    const widget = page.widgets.find(({ id }) => id === widgetId)
    const unsettled = (one: Waiting) =>
      one.pageId === page.id && one.widgetId === widgetId && one.due > now && one.type !== 'comment'
    const before = this.#waiting.find(unsettled)
    const others = this.#waiting.filter((one) => one !== before)
    const empty = typeof value === 'number' ? value < 1 : value.length === 0
    this.#waiting = empty
      ? others
      : [
          ...others,
          {
            id: before?.id ?? newId(now),
            at: now,
            pageId: page.id,
            pageName: page.name,
            widgetId,
            type: widget?.type ?? '',
            question: questionOf(page, widgetId),
            value,
            due: widget?.type === 'comment' ? now : now + SETTLE_MS,
            unsure: this.#options.clock.error() === null,
          },
        ].slice(-KEPT_MAX)
    await this.#keep()
    this.#arm(0)
  }

  /** Records counted events of a page: touches, and visits that start there. */
  note = async (page: ManifestPage, type: 'touch' | 'visit', value: string): Promise<void> => {
    await this.#opened
    if (this.#waiting.length >= NOTES_MAX) return
    const now = this.#options.clock.now()
    this.#waiting.push({
      ...{ id: newId(now), at: now, pageId: page.id, pageName: page.name, widgetId: page.id, type },
      question: type === 'touch' ? 'Touched buttons' : 'Visits by their way',
      value: value.slice(0, 500),
      due: now + SETTLE_MS,
      unsure: this.#options.clock.error() === null,
    })
    await this.#keep()
    this.#arm(0)
  }

  async #open(): Promise<void> {
    const kept = await this.#options.state.get(KEY).catch(() => undefined)
    try {
      // From an earlier run: the error of its clock is unknown, and its answers are final.
      const now = this.#options.clock.now()
      this.#waiting = (kept ? (JSON.parse(kept) as Waiting[]) : []).map(({ unsure: _unsure, ...one }) => ({
        ...one,
        due: Math.min(one.due, now),
      }))
    } catch {
      this.#waiting = []
    }
    if (this.#waiting.length > 0) this.#arm(0)
  }

  #setRight = (by: number): void => {
    this.#waiting = this.#waiting.map(({ unsure, ...one }) =>
      unsure ? { ...one, at: one.at + by, due: one.due + by } : one,
    )
    this.#arm(0)
  }

  async #keep(): Promise<void> {
    const kept = this.#waiting.length > 0 ? JSON.stringify(this.#waiting) : undefined
    // On a full disk, answers stay in memory while the screen runs.
    await this.#options.state.set({ [KEY]: kept }).catch(() => {})
  }

  /** Schedules the next send: when an answer is due, and not before `wait` milliseconds. */
  #arm(wait: number): void {
    if (this.#closed || this.#waiting.length === 0) return
    clearTimeout(this.#timer)
    const due = Math.min(...this.#waiting.map((one) => one.due)) - this.#options.clock.now()
    this.#timer = setTimeout(() => void this.#send(), Math.min(SETTLE_MS, Math.max(wait, due, 0)))
  }

  async #send(): Promise<void> {
    if (this.#sending || this.#closed) return
    const { api, clock, report } = this.#options
    const now = clock.now()
    const batch = this.#waiting.filter(({ due }) => due <= now).slice(0, ANSWERS_AT_ONCE)
    if (batch.length === 0) return this.#arm(0)
    this.#sending = true
    let done = false
    try {
      await api.answers({
        body: { answers: batch.map(({ due: _due, unsure: _unsure, ...answer }) => answer) },
      })
      done = true
      this.#failures = 0
    } catch (error) {
      // The server will never accept what it rejects today, and later answers must not wait for it.
      done = error instanceof ApiError && (error.status === 400 || error.status === 413)
      report(`Answers: ${errorMessage(error)}`)
    }
    this.#sending = false
    if (done) {
      const sent = new Set(batch)
      this.#waiting = this.#waiting.filter((one) => !sent.has(one))
      await this.#keep()
    }
    this.#arm(done ? 0 : retryDelay(this.#failures++))
  }
}

/** A widget's question: its text, otherwise its name. */
export function questionOf({ widgets, config }: ManifestPage, widgetId: string): string {
  const words = ['label', 'text']
    .map((field) => config.inputs.find(({ name }) => name === `${widgetId}-${field}`)?.value)
    .find((value) => typeof value === 'string' && value.trim() !== '')
  return String(words ?? widgets.find(({ id }) => id === widgetId)?.name ?? '').slice(0, 500)
}
