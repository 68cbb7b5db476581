import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { blocking } from '#lib/overlay.ts'
import { changedText } from '#lib/text/done-text.ts'
import { reasonText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { useUndo } from './use-undo.ts'

/** Concurrent requests, matching the browsers' limit per server. */
const AT_ONCE = 6

/** A failed item with the reason, if known. */
export interface FailedItem<Item> {
  item: Item
  reason: string | undefined
}

interface Many<Item> {
  write: (item: Item) => Promise<unknown>
  /** Lists to refetch. */
  invalidates: readonly QueryKey[]
  /** Undoes one change, if that is fully possible. */
  undo?: (item: Item) => Promise<unknown>
  /** What it did; by default how many items it changed. */
  done?: (items: readonly Item[]) => string
  /** The caller reports the success. */
  quiet?: boolean
}

/**
 * Applies a change to several items with one request each; some may fail. Returns the failed items in order, for a
 * retry; a toast reports success or failure.
 */
export function useWriteEach<Item>(options: Many<Item>) {
  const { write, invalidates, undo, quiet = false } = options
  const { done = ({ length }: readonly Item[]) => changedText(length) } = options
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
      notify({
        kind: 'positive',
        message: done(items),
        undo: undo && undoing(() => inTurn(items, undo)),
      })
    const left = items.filter((item) => failed.has(item)).map((item) => ({ item, reason: failed.get(item) }))
    notifyFailed(left)
    return left
  }
}

/** Reports how many items failed, with the first reason. */
export function notifyFailed(failed: readonly FailedItem<unknown>[]): void {
  if (failed.length === 0) return
  const { reason } = failed.find((one) => one.reason) ?? {}
  const words = i18next.t('bulk.notChanged', { count: failed.length })
  notify({ kind: 'negative', message: reason ? `${words}\n${reason}` : words })
}

const inTurn = <Item>(items: readonly Item[], back: (item: Item) => Promise<unknown>) =>
  items.reduce<Promise<unknown>>((before, item) => before.then(() => back(item)), Promise.resolve())
