import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { type AnswerBook, questionOf } from './answer-book.ts'

/** Delay after which a touch has reached its target page. */
const NAVIGATED_MS = 1500
/** Idle time after which the visitor has left. */
const VISIT_IDLE_MS = 60_000
/** The maximum number of recorded pages per visit. */
const WAY_MAX = 12

interface Options {
  front: () => ManifestPage | undefined
  note: AnswerBook['note']
}

interface Visit {
  start: ManifestPage
  way: string[]
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Counts touches: each button with the page that it led to, and the path of a visit through pages. Both are reported
 * like answers, so they survive restarts and outages.
 */
export class TouchBook {
  #visit: Visit | undefined
  #last: { page: ManifestPage; label: string; timer: ReturnType<typeof setTimeout> } | undefined
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Called before the actions of a touched widget run. `layer`: its page if it isn't on the front one. */
  touched = (widgetId: string, layer?: ManifestPage): void => {
    if (layer) void this.#options.note(layer, 'touch', questionOf(layer, widgetId))
    else this.#touch((page) => questionOf(page, widgetId))
  }

  /** Called for a touch in a web package, which runs no actions. */
  touchedPackage = (what: string): void => this.#touch(() => what)

  #touch(labelIn: (page: ManifestPage) => string): void {
    this.#led()
    const page = this.#options.front()
    if (!page) return
    const label = labelIn(page)
    this.#last = { page, label, timer: setTimeout(this.#led, NAVIGATED_MS) }
    this.#visit ??= { start: page, way: [page.name], timer: undefined }
    clearTimeout(this.#visit.timer)
    this.#visit.timer = setTimeout(this.#left, VISIT_IDLE_MS)
  }

  close(): void {
    this.#led()
    this.#left()
  }

  #led = (): void => {
    const touch = this.#last
    if (!touch) return
    this.#last = undefined
    clearTimeout(touch.timer)
    const { page, label } = touch
    const now = this.#options.front() ?? page
    const value = now.id === page.id ? label : `${label} → ${now.name}`
    void this.#options.note(page, 'touch', value)
    const { way } = this.#visit ?? {}
    if (way && now.name !== way.at(-1) && way.length < WAY_MAX) way.push(now.name)
  }

  #left = (): void => {
    const visit = this.#visit
    if (!visit) return
    this.#visit = undefined
    clearTimeout(visit.timer)
    void this.#options.note(visit.start, 'visit', visit.way.join(' › '))
  }
}
