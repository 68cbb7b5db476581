import { type Folder, FolderInput } from '@vitrine/contract/api/content/library/folders'
import { existsIn, rule } from '@vitrine/contract/rules'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { mediaKey } from '#queries/media.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

interface FolderFormProps {
  /** Absent for a new folder. */
  folder?: Folder
  /** The parent of a new folder; null is Root. */
  parentId: string | null
  /** Names already taken in the parent. */
  siblings: readonly string[]
  onSaved: () => void
}

const valuesOf = ({ name, folderId, version }: Folder) => ({ name, folderId, version })

/** A single field; the button reads Create or Rename. */
export function FolderForm({ folder, parentId, siblings, onSaved }: FolderFormProps) {
  const { t } = useTranslation()
  const taken = siblings.filter((name) => name !== folder?.name)
  const state = useEntityForm(
    FolderInput.refine(({ name }) => !existsIn(name, taken), { path: ['name'], message: rule('not_exist') }),
    folder ? valuesOf(folder) : { name: '', folderId: parentId },
  )
  const save = useWrite({
    write: (body: FolderInput) =>
      folder ? api.media.updateFolder({ params: { id: folder.id }, body }) : api.media.createFolder({ body }),
    undo:
      folder &&
      (() =>
        api.media.updateFolder({
          params: { id: folder.id },
          body: { name: folder.name, folderId: folder.folderId },
        })),
    done: (_, body) => (folder ? savedText(body.name) : addedText(body.name)),
    failed: 'createFolder.error',
    invalidates: [mediaKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t(folder ? 'media.rename' : 'media.create')}
      onSubmit={async (input) => {
        await save(input)
        onSaved()
      }}
      onReload={
        folder &&
        (async () =>
          state.form.reset(valuesOf((await api.media.folder({ params: { id: folder.id } })).folder)))
      }
    >
      <TextField name="name" label={t('media.folderName')} required autoFocus />
    </EntityForm>
  )
}
