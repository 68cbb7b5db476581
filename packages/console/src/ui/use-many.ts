import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { reasonText } from '#lib/error-text.ts'
import { blocking } from '#lib/overlay.ts'
import { notify } from '#lib/toasts.ts'

/** As many calls at a time as a browser sends to one server anyway. */
const AT_ONCE = 6

/** One of many that did not work, and why where that is known. */
export interface FailedItem<Item> {
  item: Item
  reason: string | undefined
}

interface Many<Item> {
  write: (item: Item) => Promise<unknown>
  /** Lists that have changed by it. */
  invalidates: readonly QueryKey[]
}

/**
 * The same change to several things, one call each: some may fail and the others still hold. The answer names those
 * that did not work, in their order, to be tried again; when all worked, the toast says so.
 */
export function useMany<Item>({ write, invalidates }: Many<Item>) {
  const client = useQueryClient()
  return async (items: readonly Item[]): Promise<FailedItem<Item>[]> => {
    const failed = new Map<Item, string | undefined>()
    const waiting = [...items]
    const work = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        const now = item
        await write(now).catch((error: unknown) => failed.set(now, reasonText(error)))
      }
    }
    await blocking(() => Promise.all(Array.from({ length: AT_ONCE }, work)))
    for (const queryKey of invalidates) void client.invalidateQueries({ queryKey })
    if (failed.size === 0) notify({ kind: 'positive' })
    return items.filter((item) => failed.has(item)).map((item) => ({ item, reason: failed.get(item) }))
  }
}
