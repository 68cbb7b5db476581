import type { Folder } from '@vitrine/contract/api/content/library/folders'
import type { Media } from '@vitrine/contract/api/content/media'
import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGalleryDialog } from '#content/media/gallery/use-gallery-dialog.tsx'
import { useMayChange, useMayFile } from '#content/media/use-may-file.ts'
import { useWebPageDialog } from '#content/media/web/use-web-page-dialog.tsx'
import { api } from '#lib/api.ts'
import { trashKey, undoDeletion } from '#lib/trash.ts'
import { mediaKey } from '#queries/media.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { FolderForm } from './folder-form.tsx'
import { Library, type LibraryEditing, type LibraryProps } from './library.tsx'
import { useMediaActs } from './use-media-acts.ts'
import { useMediaDeletion } from './use-media-deletion.tsx'

const ReplaceDialog = lazyPart(
  async () => (await import('#content/media/replacing/replace-dialog.tsx')).ReplaceDialog,
)

/** The library with commands to change folders and media. */
export const EditableLibrary = memo(function EditableLibrary(props: Omit<LibraryProps, 'editing'>) {
  const { folderId } = props
  const mayChange = useMayChange()
  const mayFile = useMayFile(folderId)
  const removal = useMediaDeletion()
  const replacing = useReplacing()
  const acts = useMediaActs({ onReplace: replacing.ask, onDelete: removal.ask })
  const folders = useFolderForm(folderId)
  const folderRemoval = useFolderDeletion()
  const web = useWebPageDialog(folderId)
  const gallery = useGalleryDialog(folderId)
  // A stable object, because the toolbar is memoized.
  const add = useMemo(() => ({ onWeb: web.add, onGallery: gallery.open }), [web.add, gallery.open])
  const mayAdd = props.onUpload !== undefined
  const editing: LibraryEditing = {
    isHere: mayFile,
    mayChange,
    acts,
    add: mayAdd ? add : undefined,
    onCreateFolder: mayAdd ? folders.create : undefined,
    onRenameFolder: folders.rename,
    onRemoveFolder: folderRemoval.ask,
  }
  return (
    <>
      <Library {...props} editing={editing} />
      {removal.dialog}
      {replacing.dialog}
      {folders.dialog}
      {folderRemoval.dialog}
      {web.dialog}
      {gallery.dialog}
    </>
  )
})

/** The dialog that replaces an item's file. */
function useReplacing() {
  // Keep the item while the dialog fades out.
  const [media, ask] = useState<Media>()
  const [opened, setOpened] = useState(false)
  const open = useCallback((next: Media) => {
    ask(next)
    setOpened(true)
  }, [])
  const dialog = media && (
    <Waiting quiet>
      <ReplaceDialog media={media} opened={opened} onClose={() => setOpened(false)} />
    </Waiting>
  )
  return { ask: open, dialog }
}

function useFolderForm(parentId: string | null) {
  const { t } = useTranslation()
  const [form, setForm] = useState<{ folder?: Folder; siblings: readonly Folder[] }>()
  const create = useCallback((siblings: readonly Folder[]) => setForm({ siblings }), [])
  const rename = useCallback(
    (folder: Folder, siblings: readonly Folder[]) => setForm({ folder, siblings }),
    [],
  )
  const close = () => setForm(undefined)
  const dialog = (
    <FormDialog
      opened={form !== undefined}
      onClose={close}
      title={t(form?.folder ? 'media.rename' : 'media.create')}
    >
      {form && (
        <FolderForm
          folder={form.folder}
          parentId={parentId}
          siblings={form.siblings.map(({ name }) => name)}
          onSaved={close}
        />
      )}
    </FormDialog>
  )
  return { create, rename, dialog }
}

const useFolderDeletion = () =>
  useDeletion<Folder>({
    remove: ({ id }) => api.media.removeFolder({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteUser',
    kind: 'folder',
    invalidates: [mediaKey, trashKey],
    undo: undoDeletion,
  })
