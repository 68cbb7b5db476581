import type { LocalEntry, PlacedSlot } from '@vitrine/contract/api/content/local-content'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadOne } from '#content/media/api.ts'
import { useMediaPicker } from '#content/media/content-fields-host.tsx'
import { api } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { notify } from '#lib/toasts.ts'
import { localContentKey } from '#queries/local-content.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction, useWrite } from '#ui/work/use-write.ts'
import { entryOfMedia, entryOfPage, type FormEntry, inputOf, roomIn } from './entries.ts'

const CardPicker = lateDialog(async () => (await import('#pickers/pages/card-picker.tsx')).CardPicker)
const LayoutPicker = lateDialog(async () => (await import('#pickers/pages/layout-picker.tsx')).LayoutPicker)

const keyed = (entry: LocalEntry): FormEntry => ({ ...entry, key: newId() })

/** The entries of one place in one slot as they are edited, and what saves them. */
export function useSlot(
  { slot, type, width, height, content, storyboardId, approval }: PlacedSlot,
  placeId: string,
) {
  const { t } = useTranslation()
  const [saved] = useState(() => (content?.entries ?? []).map(keyed))
  const [entries, setEntries] = useState<readonly FormEntry[]>(saved)
  const room = roomIn(slot, entries)
  const mayApprove = useCan('write', 'approve-storyboards')
  const body = () => entries.map(inputOf)
  const send = (query: { dryRun?: 'true' }) =>
    content
      ? api.localContent.update({
          params: { id: content.id },
          query,
          body: { entries: body(), version: content.version },
        })
      : api.localContent.create({ query, body: { storyboardId, slotId: slot.id, placeId, entries: body() } })
  const save = useAction({
    write: async (approving: boolean) => {
      const answer = await send({})
      if (approving && answer.content.status === 'pending')
        await api.storyboards.setStatus({ params: { id: answer.content.id, status: 'approved' } })
      return { waits: !approving && answer.content.status === 'pending' }
    },
    failed: 'local.saveFailed',
    done: ({ waits }) => t(waits ? 'local.savedWaits' : 'local.saved'),
    invalidates: [localContentKey, storyboardsKey],
  })
  const add = (more: readonly (LocalEntry | undefined)[]) => {
    const fitting = more.flatMap((entry) => (entry && slot.kinds.includes(entry.kind) ? [keyed(entry)] : []))
    const taken = fitting.slice(0, Math.max(0, room.left))
    if (taken.length < more.length)
      notify({ kind: 'warning', message: t('local.notAdded', { count: more.length - taken.length }) })
    // What is shown no longer than an entry may be.
    const { each } = slot
    setEntries((before) => [
      ...before,
      ...taken.map((entry) => ({
        ...entry,
        duration: each === undefined ? entry.duration : Math.min(each, entry.duration),
      })),
    ])
  }
  const picking = usePicking({ slot, type, width, height, most: Math.max(0, room.left), add })
  const isDirty = JSON.stringify(entries) !== JSON.stringify(saved)
  return {
    ...{ entries, setEntries, room, picking, isDirty, save },
    reset: () => setEntries(saved),
    impact: async () => (room.isOver ? undefined : (await send({ dryRun: 'true' })).impact),
    approves: approval && mayApprove,
  }
}

interface Picking extends Pick<PlacedSlot, 'slot' | 'type' | 'width' | 'height'> {
  most: number
  add: (entries: readonly (LocalEntry | undefined)[]) => void
}

/** Ways to add entries: from the library, files, and pages. */
function usePicking({ slot, type, width, height, most, add }: Picking) {
  const { pick, dialog } = useMediaPicker()
  const [isOpen, setOpen] = useState(false)
  const files = slot.kinds.filter((kind) => kind !== 'page')
  const mayUpload = useCan('write', 'media')
  const send = useWrite({
    write: (file: File) => uploadOne(file, () => {}),
    failed: 'local.uploadFailed',
    done: 'local.uploaded',
    invalidates: [['media']],
  })
  const shared = {
    opened: isOpen,
    multiple: true,
    max: most,
    onClose: () => setOpen(false),
    onPick: (pages: readonly { id: string; name: string; thumbnailId?: string | null }[]) => {
      setOpen(false)
      add(pages.map((page) => entryOfPage(type, page)))
    },
  }
  return {
    files,
    mayDrop: mayUpload && files.length > 0,
    hasPages: slot.kinds.includes('page'),
    async media() {
      const accept = files.map((kind) => (kind === 'picture' ? ('image' as const) : ('video' as const)))
      const chosen = await pick({ multiple: true, max: most, accept })
      if (chosen.length > 0) add(chosen.map(entryOfMedia))
    },
    pages: () => setOpen(true),
    async drop(dropped: readonly File[]) {
      for (const file of dropped.slice(0, most)) {
        const media = await send(file).catch(() => undefined)
        if (media) add([entryOfMedia(media)])
      }
    },
    dialogs: (
      <>
        {dialog}
        {type === 'standard' ? (
          <CardPicker {...shared} />
        ) : (
          <LayoutPicker {...shared} size={{ width, height }} />
        )}
      </>
    ),
  }
}
