import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** Milliseconds after a refresh before news start the next one of the same kind. */
export const REFRESH_GAP_MS = 1500

/**
 * Refetches what a kind of news makes stale. A running request is never canceled: it is finished, shown, and followed by
 * another, because it may have been answered before the change. So however often things change, people see them a few
 * seconds later, and the server answers a list every few seconds.
 */
export class Refreshes {
  readonly #client: QueryClient
  /** Kinds in progress; true: there was more news since. */
  readonly #hasMore = new Map<string, boolean>()
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(client: QueryClient) {
    this.#client = client
  }

  /** Call for news about a kind. `stale`: its queries; by default those whose keys start with it. */
  start(kind: string, stale: QueryFilters = { queryKey: [kind] }): void {
    if (this.#hasMore.has(kind)) {
      this.#hasMore.set(kind, true)
      // Opened later, it must not show an answer from before.
      void this.#client.invalidateQueries({ ...stale, refetchType: 'none' })
    } else void this.#run(kind, stale)
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#hasMore.clear()
  }

  async #run(kind: string, stale: QueryFilters): Promise<void> {
    this.#hasMore.set(kind, this.#client.isFetching(stale) > 0)
    await this.#client.invalidateQueries(stale, { cancelRefetch: false })
    if (!this.#hasMore.has(kind)) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const hasMore = this.#hasMore.get(kind)
      this.#hasMore.delete(kind)
      if (hasMore) void this.#run(kind, stale)
    }, REFRESH_GAP_MS)
    this.#timers.add(timer)
  }
}
