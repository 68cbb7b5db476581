import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { BulkAnswer } from '@vitrine/contract/api/base/bulk'
import { BULK_PART } from '@vitrine/contract/body-limits'
import { useState } from 'react'
import { blocking } from '#lib/overlay.ts'
import { ApiError } from '#lib/server/transport.ts'
import { changedText } from '#lib/text/done-text.ts'
import { reasonText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import type { Selection } from '#ui/list/use-selection.ts'
import { useUndo } from './use-undo.ts'
import { type FailedItem, notifyFailed } from './use-write-each.ts'

interface Bulk<Item, Change> {
  selection: Selection<Item>
  /** The bulk request, for as many ids as one request takes. */
  write: (ids: string[], change: Change) => Promise<BulkAnswer>
  invalidates: readonly QueryKey[]
  /** What it did; by default how many items it changed. */
  done?: (items: readonly Item[], change: Change) => string
  /** Undoes the completed changes, if that is fully possible. */
  undo?: (items: readonly Item[], change: Change) => Promise<unknown>
}

/**
 * Changes the selected items. Items that failed stay selected, with the reason in `failed`; if all succeed, the
 * selection ends.
 */
export function useBulk<Item extends { id: string }, Change = undefined>(options: Bulk<Item, Change>) {
  const { selection, write, invalidates, undo } = options
  const { done: said = ({ length }: readonly Item[]) => changedText(length) } = options
  const client = useQueryClient()
  const undoing = useUndo(invalidates)
  const [failed, setFailed] = useState<readonly FailedItem<Item>[]>([])
  const run = async (items: readonly Item[], change: Change) => {
    const left = await blocking(() => inParts(items, (ids) => write(ids, change)))
    for (const queryKey of invalidates) void client.invalidateQueries({ queryKey })
    const isLeft = new Set(left.map(({ item }) => item.id))
    const done = items.filter(({ id }) => !isLeft.has(id))
    if (done.length > 0)
      notify({
        kind: 'positive',
        message: said(done, change),
        undo: undo && undoing(async () => undo(done, change)),
      })
    setFailed(left)
    notifyFailed(left)
    if (left.length === 0) selection.end()
    else selection.set(left.map(({ item }) => item))
  }
  return { failed: failed.filter(({ item }) => selection.has(item.id)), run }
}

/** Returns the items that failed, with the reason. */
async function inParts<Item extends { id: string }>(
  items: readonly Item[],
  write: (ids: string[]) => Promise<BulkAnswer>,
): Promise<FailedItem<Item>[]> {
  const failed: FailedItem<Item>[] = []
  for (let start = 0; start < items.length; start += BULK_PART) {
    const part = items.slice(start, start + BULK_PART)
    try {
      const { refused } = await write(part.map(({ id }) => id))
      for (const refusal of refused) {
        const item = part.find(({ id }) => id === refusal.id)
        if (item) failed.push({ item, reason: reasonText(new ApiError(409, refusal)) })
      }
    } catch (error) {
      failed.push(...part.map((item) => ({ item, reason: reasonText(error) })))
    }
  }
  return failed
}

/** Calls `write` once per distinct value, with the ids of its items. */
export async function writeGrouped<Item extends { id: string }, Value>(
  items: readonly Item[],
  pick: (item: Item) => Value,
  write: (ids: string[], value: Value) => Promise<unknown>,
): Promise<void> {
  const groups = new Map<string, { value: Value; ids: string[] }>()
  for (const item of items) {
    const value = pick(item)
    const key = JSON.stringify(value)
    const group = groups.get(key)
    if (group) group.ids.push(item.id)
    else groups.set(key, { value, ids: [item.id] })
  }
  for (const { value, ids } of groups.values())
    for (let start = 0; start < ids.length; start += BULK_PART)
      await write(ids.slice(start, start + BULK_PART), value)
}
