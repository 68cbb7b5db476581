import {
  VIEWERS_CHANGED,
  VIEWERS_LISTED,
  VIEWING_SECONDS,
  type Viewer,
} from '@vitrine/contract/api/content/viewers'
import type { Clock } from '#lib/clock.ts'
import type { News, PageView } from '#playback/news.ts'
import type { Publisher } from '#playback/publisher.ts'

/** Views that a process remembers of an organization; the oldest are forgotten for new ones. */
export const VIEWS_MAX = 1000

type Known = Omit<PageView, 'here'> & { at: number }

const keyOf = ({ pageId, userId }: Pick<PageView, 'pageId' | 'userId'>) => `${pageId} ${userId}`

/**
 * Who has which page open, in the memory of each process: editors say so every few seconds, and processes tell each other.
 * Nothing is stored: after a restart everyone is back within one interval.
 */
export class Viewers {
  /** By organization, then by page and person; who was seen last is last. */
  readonly #views = new Map<string, Map<string, Known>>()
  readonly #clock: Clock
  readonly #publisher: Publisher

  constructor({ clock, publisher }: { clock: Clock; publisher: Publisher }) {
    this.#clock = clock
    this.#publisher = publisher
    publisher.onNews((news) => this.#take(news))
  }

  /** Notes that a person has a page open, or no longer. Consoles hear of those who come and go. */
  note(organizationId: string, view: PageView): void {
    const isNew = !this.#of(organizationId).has(keyOf(view))
    const comesOrGoes = view.here === isNew
    const news = [{ organizationId, views: [view], topics: comesOrGoes ? [VIEWERS_CHANGED] : [] }]
    if (comesOrGoes) this.#publisher.notifyAll(news)
    else if (view.here) {
      this.#take(news)
      if (this.#publisher.isShared) this.#publisher.notifyOthers(news)
    }
  }

  /** Other people who have a page open, by name. */
  others(organizationId: string, pageId: string, userId: string): Viewer[] {
    return [...this.#of(organizationId).values()]
      .filter((view) => view.pageId === pageId && view.userId !== userId)
      .map(({ userId: id, name }) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
      .slice(0, VIEWERS_LISTED)
  }

  /** The views that this process remembers. */
  get size(): number {
    return [...this.#views.values()].reduce((sum, { size }) => sum + size, 0)
  }

  #of(organizationId: string): Map<string, Known> {
    const views = this.#views.get(organizationId) ?? new Map<string, Known>()
    for (const [key, { at }] of views) {
      if (this.#clock.now() - at < VIEWING_SECONDS * 1000) break
      views.delete(key)
    }
    if (views.size === 0) this.#views.delete(organizationId)
    return views
  }

  #take(news: readonly News[]): void {
    for (const { organizationId, views = [] } of news)
      for (const { here, ...view } of views) {
        if (organizationId === null) continue
        const known = this.#of(organizationId)
        const key = keyOf(view)
        known.delete(key)
        if (here) known.set(key, { ...view, at: this.#clock.now() })
        const [oldest] = known.keys()
        if (known.size > VIEWS_MAX && oldest !== undefined) known.delete(oldest)
        if (known.size === 0) this.#views.delete(organizationId)
        else this.#views.set(organizationId, known)
      }
  }
}
