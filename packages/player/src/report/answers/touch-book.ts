import type { ManifestPage } from '@vitrine/contract/api/screens/manifest'
import { type AnswerBook, questionOf } from './answer-book.ts'

/** After so long a touch has shown the page that it leads to. */
const LED_MS = 1500
/** A person who touches nothing for so long has left. */
const AWAY_MS = 60_000
/** Pages of a visit that are kept. */
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
 * Counts what people touch: each button with the page that it led to, and the way of a visit through pages. Both are
 * reported like answers, so they outlive restarts and days without network.
 */
export class TouchBook {
  #visit: Visit | undefined
  #last: { page: ManifestPage; label: string; timer: ReturnType<typeof setTimeout> } | undefined
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Before the actions of a touched widget run. */
  touched = (widgetId: string): void => this.#touch((page) => questionOf(page, widgetId))

  /** A web package was touched, which runs no actions. */
  touchedPackage = (what: string): void => this.#touch(() => what)

  #touch(labelIn: (page: ManifestPage) => string): void {
    this.#led()
    const page = this.#options.front()
    if (!page) return
    const label = labelIn(page)
    this.#last = { page, label, timer: setTimeout(this.#led, LED_MS) }
    this.#visit ??= { start: page, way: [page.name], timer: undefined }
    clearTimeout(this.#visit.timer)
    this.#visit.timer = setTimeout(this.#left, AWAY_MS)
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
