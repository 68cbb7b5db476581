import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
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

/** What uses a thing, and what deleting it does to screens, in words. */
export interface Found {
  usedIn?: readonly WhereUsed[]
  warnings?: readonly string[]
}

interface Deletion<Item> {
  remove: (item: Item) => Promise<unknown>
  name: (item: Item) => string
  /** The action's own failure text, e.g. `errors.deleteBuilding`, or the generic `errors.delete`. */
  failed: TextKey
  /** Lists that have changed by it. */
  invalidates: readonly QueryKey[]
  thumbnail?: (item: Item) => ReactNode
  usedIn?: (item: Item) => readonly WhereUsed[]
  /** Asked while the dialog is open, to say before what happens. */
  find?: (item: Item) => Promise<Found>
  /** What else deleting it ends, in words. */
  warning?: (item: Item) => string | undefined
  /** Restores it from the trash: offered in the dialog's text and in the message. */
  undo?: (item: Item) => Promise<unknown>
  /** `remove` reports its result itself. */
  quiet?: boolean
  /** After the deletion, e.g. to open the list. */
  onDeleted?: (item: Item) => void
}

/** Asks, deletes, tells: `const deletion = useDeletion({ … })`, then `deletion.ask(item)` and `{deletion.dialog}`. */
export function useDeletion<Item>(deletion: Deletion<Item>): {
  ask: (item: Item) => void
  dialog: ReactNode
} {
  const client = useQueryClient()
  const tell = useTold(deletion)
  // The item stays while the dialog fades, so that its name does not vanish first.
  const [item, setItem] = useState<Item>()
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** What the server has named as using it. */
  const [named, setNamed] = useState<readonly WhereUsed[]>([])

  const found = useFound(deletion.find, item, opened)
  const ask = useCallback((next: Item) => {
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
      tell(gone)
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
      // Not while it is being deleted: the answer belongs to it.
      onClose={() => busy || setOpened(false)}
      onDelete={() => item !== undefined && void run(item)}
    />
  )
  return { ask, dialog }
}

/** Says that an item was deleted, with *Undo* if it is in the trash. */
function useTold<Item>({ quiet, undo, name, invalidates }: Deletion<Item>): (gone: Item) => void {
  const { t } = useTranslation()
  const undoing = useUndo(invalidates)
  return (gone) => {
    if (quiet) return
    const message = undo && t('delete.moved', { name: name(gone) })
    notify({ kind: 'positive', message, undo: undo && undoing(() => undo(gone)) })
  }
}

/** Facts about an item that need no request, and those found. */
const aboutOf = <Item,>({ usedIn, warning }: Deletion<Item>, item: Item, found: Found): Found => ({
  usedIn: [...(usedIn?.(item) ?? []), ...(found.usedIn ?? [])],
  warnings: [warning?.(item) ?? [], found.warnings ?? []].flat(),
})

/** Milliseconds. */
const LOOK_EVERY = 5000

/** The uses of an item while its dialog is open; an answer about an earlier item is dropped. */
function useFound<Item>(find: Deletion<Item>['find'], item: Item | undefined, isOpen: boolean): Found {
  const [found, setFound] = useState<{ item: Item; found: Found }>()
  const look = useEffectEvent(async (wanted: Item) => {
    // Without an answer the server still refuses to delete things in use, and names the uses.
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
