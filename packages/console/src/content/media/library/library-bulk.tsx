import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FolderIcon } from '@phosphor-icons/react/dist/csr/Folder'
import { SlideshowIcon } from '@phosphor-icons/react/dist/csr/Slideshow'
import { useQueryClient } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/content/media'
import { isShown } from '@vitrine/contract/api/content/media-kinds'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#content/media/save-file.ts'
import { api } from '#lib/api.ts'
import { trashKey, undoDeletions } from '#lib/trash.ts'
import { useTagging } from '#pickers/tags/tags-picker.tsx'
import { type LibraryRequest, loadAllMedia, mediaKey } from '#queries/media.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { BulkBar } from '#ui/list/bulk-bar.tsx'
import { useBulkDeletion } from '#ui/list/use-bulk-deletion.tsx'
import type { Selection } from '#ui/list/use-selection.ts'
import { useBulk, writeGrouped } from '#ui/work/use-bulk.ts'
import { useCan } from '#ui/work/use-can.ts'
import { MoveForm } from './move-form.tsx'

const StoryboardOfFiles = lateDialog(
  async () => (await import('./storyboard-of-files.tsx')).StoryboardOfFiles,
)

interface LibraryBulkProps {
  selection: Selection<Media>
  total: number
  request: LibraryRequest
}

/** Bulk actions: move, download and delete. */
export function LibraryBulk({ selection, total, request }: LibraryBulkProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [moving, setMoving] = useState(false)
  const making = useStoryboardOf(selection.items)
  const { items } = selection
  const removal = useBulkDeletion({
    selection,
    write: (ids) => api.media.removeMany({ body: { ids } }),
    kind: 'media',
    undo: undoDeletions,
    invalidates: [mediaKey, trashKey],
  })
  const tagging = useTagging('media', selection)
  const move = useBulk<Media, string | null>({
    selection,
    write: (ids, folderId) => api.media.moveMany({ body: { ids, folderId } }),
    done: ({ length: count }) => t('media.moved', { count }),
    undo: moveBack,
    invalidates: [mediaKey],
  })
  return (
    <>
      <BulkBar
        selection={selection}
        total={total}
        loadAll={() => loadAllMedia(client, request)}
        failed={[...move.failed, ...tagging.failed, ...removal.failed]}
        nameOf={({ name }) => name}
        actions={[
          { id: 'move', label: t('bulk.move'), icon: FolderIcon, run: () => setMoving(true) },
          tagging.action,
          {
            id: 'download',
            label: t('media.download'),
            icon: DownloadSimpleIcon,
            run: () => void saveAll(items),
          },
          ...making.actions,
          removal.action,
        ]}
      />
      <FormDialog opened={moving} onClose={() => setMoving(false)} title={t('bulk.move')}>
        <MoveForm
          from={request.folderId}
          count={items.length}
          onMove={async (to) => {
            setMoving(false)
            await move.run(items, to)
          }}
        />
      </FormDialog>
      {tagging.dialog}
      {making.dialog}
      {removal.dialog}
    </>
  )
}

function useStoryboardOf(files: readonly Media[]) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const mayMakeCards = useCan('write', 'cards')
  const mayMake = useCan('write', 'storyboards') && mayMakeCards
  const label = t('media.storyboard.title')
  const action = { id: 'storyboard', label, icon: SlideshowIcon, run: () => setOpened(true) }
  return {
    actions: mayMake && files.every(({ mimetype }) => isShown(mimetype)) ? [action] : [],
    dialog: <StoryboardOfFiles opened={opened} files={files} onClose={() => setOpened(false)} />,
  }
}

/** One at a time: browsers block several downloads at the same time. */
const saveAll = (items: readonly Media[]) =>
  items.reduce((before, item) => before.then(() => saveFile(item)), Promise.resolve())

/** Search results may be from different folders. */
const moveBack = (moved: readonly Media[]) =>
  writeGrouped(
    moved,
    ({ folderId }) => folderId,
    (ids, folderId) => api.media.moveMany({ body: { ids, folderId } }),
  )
