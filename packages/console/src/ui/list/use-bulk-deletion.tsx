import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { QueryKey } from '@tanstack/react-query'
import type { BulkAnswer } from '@vitrine/contract/api/base/bulk'
import type { DeletionKind } from '@vitrine/contract/api/operations/deletions'
import { useTranslation } from 'react-i18next'
import { type Found, useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useBulk } from '#ui/work/use-bulk.ts'
import type { BulkAction } from './bulk-bar.tsx'
import type { Selection } from './use-selection.ts'

interface BulkDeletion<Item> {
  selection: Selection<Item>
  write: (ids: string[]) => Promise<BulkAnswer>
  invalidates: readonly QueryKey[]
  /** Restores the items from the trash. */
  undo?: (items: readonly Item[]) => Promise<unknown>
  /** The dialog asks the server first; absent for kinds that are never refused. */
  kind?: DeletionKind
  /** The effects of deleting them on screens. */
  find?: (items: readonly Item[]) => Promise<Found>
}

/** Deletes the selection after one confirmation. Render `dialog` in the page. */
export function useBulkDeletion<Item extends { id: string }>(options: BulkDeletion<Item>) {
  const { selection, write, invalidates, kind, find, undo } = options
  const { t } = useTranslation()
  const { failed, run } = useBulk<Item>({
    selection,
    write,
    invalidates,
    done: ({ length: count }) => t(undo ? 'delete.manyMoved' : 'delete.manyGone', { count }),
    ...(undo && { undo }),
  })
  const { ask, dialog } = useDeletion<readonly Item[]>({
    remove: (items) => run(items, undefined),
    name: (items) => t('bulk.selected', { count: items.length }),
    failed: 'errors.delete',
    ...(kind && { kind }),
    ...(find && { find }),
    onRemovedEverywhere: selection.end,
    invalidates: [],
    quiet: true,
    // `run` offers it as *Undo*.
    ...(undo && { undo }),
  })
  const action: BulkAction = {
    id: 'delete',
    label: t('table.delete'),
    icon: TrashIcon,
    bad: true,
    run: () => ask(selection.items),
  }
  return { failed, dialog, action, bulk: { selection, failed, actions: [action] } }
}
