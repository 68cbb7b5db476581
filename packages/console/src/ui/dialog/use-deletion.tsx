import { type QueryKey, useQueryClient } from '@tanstack/react-query'
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
import { whereUsed } from './where-used.ts'

/** Where a record is used, and the effects of deleting it on screens, as text. */
export interface Found {
  usedIn?: readonly WhereUsed[]
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
  usedIn?: (item: Item) => readonly WhereUsed[]
  /** Loads uses and effects while the dialog is open. */
  find?: (item: Item) => Promise<Found>
  /** Side effects of deleting it, as text. */
  warning?: (item: Item) => string | undefined
  /** Restores it from the trash; mentioned in the dialog and offered as *Undo*. */
  undo?: (item: Item) => Promise<unknown>
  /** `remove` shows its own result. */
  quiet?: boolean
  /** Called after the deletion, to open the list for example. */
  onDeleted?: (item: Item) => void
}

/**
 * Confirms, deletes, and reports: `const deletion = useDeletion({ … })`, then `deletion.ask(item)` and
 * `{deletion.dialog}`.
 */
export function useDeletion<Item>(deletion: Deletion<Item>): {
  ask: (item: Item) => void
  dialog: ReactNode
} {
  const client = useQueryClient()
  const showToast = useDeletedToast(deletion)
  // Keep the item while the dialog fades out, so that its name stays.
  const [item, setItem] = useState<Item>()
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** The uses that the server's refusal named. */
  const [named, setNamed] = useState<readonly WhereUsed[]>([])

  const found = useFound(deletion.find, item, opened)
  const place = useRef(0)
  const ask = useCallback((next: Item) => {
    place.current = placeOf(next)
    setItem(next)
    setProblem(undefined)
    setNamed([])
    setOpened(true)
  }, [])
  const run = async (gone: Item) => {
    setBusy(true)
    try {
      await blocking(() => deletion.remove(gone))
      setOpened(false)
      showToast(gone)
      for (const queryKey of deletion.invalidates) void client.invalidateQueries({ queryKey })
      deletion.onDeleted?.(gone)
    } catch (error) {
      const message = deletionText(error, deletion.failed)
      setProblem(message)
      if (error instanceof ApiError) setNamed(error.usedIn.map(whereUsed))
      notify({ kind: 'negative', message })
    } finally {
      setBusy(false)
    }
  }
  const dialog = (
    <DeleteDialog
      opened={opened}
      name={item === undefined ? '' : deletion.name(item)}
      thumbnail={item !== undefined && deletion.thumbnail?.(item)}
      {...(item !== undefined && aboutOf(deletion, item, found))}
      {...(named.length > 0 && { usedIn: named })}
      isRestorable={deletion.undo !== undefined}
      problem={problem}
      busy={busy}
      // Keep the dialog open during the deletion, which reports its result there.
      onClose={() => busy || setOpened(false)}
      onClosed={() => focusPlace(place.current)}
      onDelete={() => item !== undefined && void run(item)}
    />
  )
  return { ask, dialog }
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
function useDeletedToast<Item>({ quiet, undo, name, invalidates }: Deletion<Item>): (gone: Item) => void {
  const { t } = useTranslation()
  const undoing = useUndo(invalidates)
  return (gone) => {
    if (quiet) return
    const message = undo && t('delete.moved', { name: name(gone) })
    notify({ kind: 'positive', message, undo: undo && undoing(() => undo(gone)) })
  }
}

/** Known facts about an item combined with the loaded ones. */
const aboutOf = <Item,>({ usedIn, warning }: Deletion<Item>, item: Item, found: Found): Found => ({
  usedIn: [...(usedIn?.(item) ?? []), ...(found.usedIn ?? [])],
  warnings: [warning?.(item) ?? [], found.warnings ?? []].flat(),
})

/** The polling interval in milliseconds. */
const LOOK_EVERY = 5000

/** Loads an item's uses while its dialog is open; drops answers about an earlier item. */
function useFound<Item>(find: Deletion<Item>['find'], item: Item | undefined, isOpen: boolean): Found {
  const [found, setFound] = useState<{ item: Item; found: Found }>()
  const look = useEffectEvent(async (wanted: Item) => {
    // If loading fails, the server still refuses to delete things in use, and names the uses.
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
