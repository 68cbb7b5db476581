import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { blocking } from '#lib/overlay.ts'
import { ApiError } from '#lib/server/transport.ts'
import { deletionText } from '#lib/text/error-text.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import { notify } from '#lib/toasts.ts'
import type { WhereUsed } from './delete-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { whereUsed } from './where-used.ts'

/** A dialog returns the focus while it fades. */
const FADE_MS = 250

interface Deletion<Item> {
  remove: (item: Item) => Promise<unknown>
  name: (item: Item) => string
  /** The action's own failure text, e.g. `errors.deleteBuilding`, or the generic `errors.delete`. */
  failed: TextKey
  /** Lists that have changed by it. */
  invalidates: readonly QueryKey[]
  thumbnail?: (item: Item) => ReactNode
  usedIn?: (item: Item) => readonly WhereUsed[]
  /** What else deleting it ends, in words. */
  warning?: (item: Item) => string | undefined
  /** `remove` reports its result itself. */
  quiet?: boolean
  /** After it is gone, e.g. to go to the list. */
  onDeleted?: (item: Item) => void
}

/** Asks, deletes, tells: `const deletion = useDeletion({ … })`, then `deletion.ask(item)` and `{deletion.dialog}`. */
export function useDeletion<Item>(deletion: Deletion<Item>): {
  ask: (item: Item) => void
  dialog: ReactNode
} {
  const client = useQueryClient()
  // The item stays while the dialog fades, so that its name does not vanish first.
  const [item, setItem] = useState<Item>()
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** What the server has named as using it. */
  const [named, setNamed] = useState<readonly WhereUsed[]>([])

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
      if (!deletion.quiet) notify({ kind: 'positive' })
      const refreshed = deletion.invalidates.map((queryKey) => client.invalidateQueries({ queryKey }))
      void Promise.allSettled(refreshed).then(keepPlace)
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
      usedIn={named.length > 0 ? named : item === undefined ? [] : deletion.usedIn?.(item)}
      warning={item && deletion.warning?.(item)}
      problem={problem}
      busy={busy}
      // Not while it is being deleted: the answer belongs to it.
      onClose={() => busy || setOpened(false)}
      onDelete={() => item !== undefined && void run(item)}
    />
  )
  return { ask, dialog }
}

/** The focused button disappeared with its row: keyboard users continue from the start of the page. */
export function keepPlace() {
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true })
  }, FADE_MS)
}
