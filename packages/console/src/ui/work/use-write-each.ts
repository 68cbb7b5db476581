import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { blocking } from '#lib/overlay.ts'
import { reasonText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { useUndo } from './use-undo.ts'

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
  /** Takes one back, where that is honestly possible. */
  undo?: (item: Item) => Promise<unknown>
  /** The caller reports the result. */
  quiet?: boolean
}

/**
 * The same change to several things, one call each: some may fail while the others succeed. Returns the failed ones,
 * in their order, for a retry; if all succeed, the toast says so.
 */
export function useWriteEach<Item>({ write, invalidates, undo, quiet = false }: Many<Item>) {
  const client = useQueryClient()
  const undoing = useUndo(invalidates)
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
    if (failed.size === 0 && !quiet)
      notify({ kind: 'positive', undo: undo && undoing(() => inTurn(items, undo)) })
    return items.filter((item) => failed.has(item)).map((item) => ({ item, reason: failed.get(item) }))
  }
}

const inTurn = <Item>(items: readonly Item[], back: (item: Item) => Promise<unknown>) =>
  items.reduce<Promise<unknown>>((before, item) => before.then(() => back(item)), Promise.resolve())
