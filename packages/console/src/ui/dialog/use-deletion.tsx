import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { DeletionKind } from '@vitrine/contract/api/operations/deletions'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blocking } from '#lib/overlay.ts'
import { ApiError } from '#lib/server/transport.ts'
import { deletionText } from '#lib/text/error-text.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import { notify } from '#lib/toasts.ts'
import { useUndo } from '#ui/work/use-undo.ts'
import type { WhereUsed } from './delete-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { isRefused, type Outlook, removeEverywhere, useOutlook, usesOf } from './use-outlook.ts'
import { whereUsed } from './where-used.ts'

/** The effects of deleting a record on screens, as text. */
export interface Found {
  warnings?: readonly string[]
}

interface Deletion<Item> {
  remove: (item: Item) => Promise<unknown>
  name: (item: Item) => string
  /** The action's error message, such as `errors.deleteBuilding`, or the generic `errors.delete`. */
  failed: TextKey
  /** Lists to refetch. */
  invalidates: readonly QueryKey[]
  thumbnail?: (item: Item) => ReactNode
  /** Known uses, of a kind that can be deleted nevertheless. */
  usedIn?: (item: Item) => readonly WhereUsed[]
  /** The dialog asks the server first; absent for kinds that are never refused. */
  kind?: DeletionKind
  /** Loads effects while the dialog is open. */
  find?: (item: Item) => Promise<Found>
  /** Side effects of deleting it, as text. */
  warning?: (item: Item) => string | undefined
  /** Restores it from the trash; mentioned in the dialog and offered as *Undo*. */
  undo?: (item: Item) => Promise<unknown>
  /** `remove` shows its own result. */
  quiet?: boolean
  /** Called after the deletion, to open the list for example. */
  onDeleted?: (item: Item) => void
  onRemovedEverywhere?: () => void
}

/**
 * Confirms, deletes, and reports: `const deletion = useDeletion({ … })`, then `deletion.ask(item)` and
 * `{deletion.dialog}`.
 */
export function useDeletion<Item>(deletion: Deletion<Item>): {
  ask: (item: Item) => void
  dialog: ReactNode
} {
  // Keep the item while the dialog fades out, so that its name stays.
  const [item, setItem] = useState<Item>()
  const [opened, setOpened] = useState(false)
  const { busy, problem, named, forget, wait, run } = useRunning(deletion, () => setOpened(false))
  const found = useFound(deletion.find, item, opened)
  const { outlook, settled } = useOutlook(deletion.kind, item, opened)
  const place = useRef(0)
  const ask = useCallback(
    (next: Item) => {
      place.current = placeOf(next)
      setItem(next)
      forget()
      setOpened(true)
    },
    [forget],
  )
  const confirm = async (gone: Item) => {
    const known = await wait(settled)
    if (!known || !isRefused(known)) await run(gone, () => deletion.remove(gone))
  }
  const everywhere = async (gone: Item, known: Outlook) => {
    const { kind } = deletion
    if (kind) await run(gone, () => removeEverywhere(kind, known), usesOf(known))
  }
  const dialog = (
    <DeleteDialog
      opened={opened}
      name={item === undefined ? '' : deletion.name(item)}
      thumbnail={item !== undefined && deletion.thumbnail?.(item)}
      warnings={item === undefined ? [] : [deletion.warning?.(item) ?? [], found.warnings ?? []].flat()}
      usedIn={named.length > 0 || item === undefined ? named : deletion.usedIn?.(item)}
      outlook={outlook}
      isRestorable={deletion.undo !== undefined}
      problem={problem}
      busy={busy}
      // Keep the dialog open during the deletion, which reports its result there.
      onClose={() => busy || setOpened(false)}
      onClosed={() => focusPlace(place.current)}
      onDelete={() => item !== undefined && void confirm(item)}
      onEverywhere={() => item !== undefined && outlook && void everywhere(item, outlook)}
    />
  )
  return { ask, dialog }
}

/** Runs the deletion, and reports it; `problem` and `named`: why the last one failed, and the uses of its refusal. */
function useRunning<Item>(deletion: Deletion<Item>, close: () => void) {
  const client = useQueryClient()
  const showToast = useDeletedToast(deletion)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [named, setNamed] = useState<readonly WhereUsed[]>([])
  const forget = useCallback(() => {
    setProblem(undefined)
    setNamed([])
  }, [])
  const wait = async <T,>(work: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await work()
    } finally {
      setBusy(false)
    }
  }
  const run = (gone: Item, remove: () => Promise<unknown>, removedFrom = 0) =>
    wait(async () => {
      try {
        await blocking(remove)
        close()
        showToast(gone, removedFrom)
        // What lost the item is in other lists.
        if (removedFrom > 0) {
          void client.invalidateQueries()
          deletion.onRemovedEverywhere?.()
        }
        for (const queryKey of deletion.invalidates) void client.invalidateQueries({ queryKey })
        deletion.onDeleted?.(gone)
      } catch (error) {
        const message = deletionText(error, deletion.failed)
        setProblem(message)
        if (error instanceof ApiError) setNamed(error.usedIn.map(whereUsed))
        notify({ kind: 'negative', message })
      }
    })
  return { busy, problem, named, forget, wait, run }
}

const shownItems = () => [...document.querySelectorAll<HTMLElement>('[data-key]')]

/** Where the item, or the first of several, is in its list. */
function placeOf(item: unknown): number {
  const ids = [item].flat().map((each) => (each as { id?: unknown }).id)
  return shownItems().findIndex(({ dataset }) => ids.includes(dataset.key))
}

/**
 * Focuses the item at this place, or the last one, if what opened the dialog is gone: the bar of a selection, or an
 * entry of a menu.
 */
function focusPlace(place: number): void {
  if (document.activeElement !== document.body || place < 0) return
  const item = shownItems()[place] ?? shownItems().at(-1)
  item
    ?.querySelector<HTMLElement>('a, button:not(:disabled), input:not(:disabled)')
    ?.focus({ preventScroll: true })
}

/** The success message, with *Undo* if the item is in the trash. */
function useDeletedToast<Item>({ quiet, undo, name, invalidates }: Deletion<Item>) {
  const { t } = useTranslation()
  const undoing = useUndo(invalidates)
  const undoingEverywhere = useUndo([[]])
  return (gone: Item, removedFrom: number) => {
    if (quiet && removedFrom === 0) return
    const count = [gone].flat().length
    const lines = [
      Array.isArray(gone)
        ? t(undo ? 'delete.manyMoved' : 'delete.manyGone', { count })
        : t(undo ? 'delete.moved' : 'delete.gone', { name: name(gone) }),
      removedFrom > 0 && t('delete.removedFrom', { count: removedFrom }),
    ]
    const back = removedFrom > 0 ? undoingEverywhere : undoing
    notify({
      kind: 'positive',
      message: lines.filter(Boolean).join('\n'),
      undo: undo && back(() => undo(gone)),
    })
  }
}

/** The polling interval in milliseconds. */
const LOOK_EVERY = 5000

/** Loads the effects of deleting an item while its dialog is open; drops answers about an earlier item. */
function useFound<Item>(find: Deletion<Item>['find'], item: Item | undefined, isOpen: boolean): Found {
  const [found, setFound] = useState<{ item: Item; found: Found }>()
  const look = useEffectEvent(async (wanted: Item) => {
    const answer = await find?.(wanted).catch(() => undefined)
    if (answer) setFound({ item: wanted, found: answer })
  })
  useEffect(() => {
    if (item === undefined || !isOpen) return
    void look(item)
    const timer = setInterval(() => void look(item), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [item, isOpen])
  return found !== undefined && found.item === item ? found.found : {}
}
