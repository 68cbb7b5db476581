import { Button, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { FolderPlusIcon } from '@phosphor-icons/react/dist/csr/FolderPlus'
import { ImagesSquareIcon } from '@phosphor-icons/react/dist/csr/ImagesSquare'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { useQuery } from '@tanstack/react-query'
import type { Folder, Media } from '@vitrine/contract/media'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/error-text.ts'
import { ApiError } from '#lib/transport.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedList } from '#ui/failed-list.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { SearchField } from '#ui/table-parts.tsx'
import { useDeletion } from '#ui/use-deletion.tsx'
import { FolderCard } from './folder-card.tsx'
import { FolderForm } from './folder-form.tsx'
import { FolderTrail, type OpenFolder } from './folder-link.tsx'
import { type LibraryView, SORTS, type Sort, shown } from './library-view.ts'
import styles from './media.module.css'
import { MediaCard, SelectableCard } from './media-card.tsx'
import { KINDS, type MediaKind } from './media-facts.ts'
import { MediaPicture } from './media-picture.tsx'
import { libraryQuery, mediaKey } from './queries.ts'

/** What is being chosen, in order. */
export interface Selection {
  chosen: readonly Media[]
  max: number
  accept?: readonly MediaKind[]
  onToggle: (media: Media) => void
  onDone: () => void
}

interface LibraryProps {
  /** null is Root. */
  folderId: string | null
  /** Absent where folders have addresses. */
  onOpenFolder?: OpenFolder
  view: LibraryView
  onView: (change: LibraryView) => void
  /** Cards to choose from instead of cards to work with. */
  selection?: Selection
  /** Absent: uploads are disabled, and with them new folders and every change. */
  onUpload?: () => void
  /** Ids of what has just been uploaded. */
  fresh?: ReadonlySet<string>
}

/** Folders and media of one place: the library's screen, and what the picker shows. */
export function Library({ folderId, onOpenFolder, view, onView, selection, onUpload, fresh }: LibraryProps) {
  const { t } = useTranslation()
  const query = useQuery(libraryQuery(folderId, view.q))
  const [folderForm, setFolderForm] = useState<{ folder?: Folder }>()
  const removal = useMediaDeletion()
  const folderRemoval = useFolderDeletion()
  const editable = onUpload !== undefined && !selection

  if (!query.data && query.error instanceof ApiError && query.error.status === 404) return <NotFound />
  const content = query.data && shown(query.data, view, selection?.accept)
  const searching = Boolean(view.q || view.kind)
  return (
    <>
      {query.data && <FolderTrail path={query.data.path} onOpen={onOpenFolder} />}
      <div className={styles.toolbar}>
        <SearchField
          label={t('media.search')}
          value={view.q ?? ''}
          onChange={(q) => onView({ ...view, q })}
        />
        <SegmentedControl
          aria-label={t('media.kind')}
          size="xs"
          value={view.kind ?? 'all'}
          onChange={(kind) => onView({ ...view, kind: kind === 'all' ? undefined : (kind as MediaKind) })}
          data={['all' as const, ...(selection?.accept ?? KINDS)].map((kind) => ({
            value: kind,
            label: t(`media.kinds.${kind}`),
          }))}
        />
        <Select
          aria-label={t('media.sort')}
          w={152}
          allowDeselect={false}
          value={view.sort ?? 'newest'}
          onChange={(sort) =>
            onView({
              ...view,
              sort: sort === 'newest' ? undefined : ((sort ?? undefined) as Sort | undefined),
            })
          }
          data={SORTS.map((sort) => ({ value: sort, label: t(`media.sorts.${sort}`) }))}
        />
        <span className={styles.grow} />
        {editable && (
          <>
            <Button
              variant="default"
              leftSection={<FolderPlusIcon size={18} aria-hidden="true" />}
              onClick={() => setFolderForm({})}
            >
              {t('media.createFolder')}
            </Button>
            <Button leftSection={<UploadSimpleIcon size={18} aria-hidden="true" />} onClick={onUpload}>
              {t('media.upload')}
            </Button>
          </>
        )}
      </div>

      {query.isPending && <Loading />}
      {!query.data && query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {content && content.folders.length > 0 && (
        <section aria-label={t('media.folders')} className={styles.folders}>
          {content.folders.map((folder) => (
            <FolderCard
              key={folder.id}
              folder={folder}
              onOpen={onOpenFolder}
              onRename={editable ? () => setFolderForm({ folder }) : undefined}
              onDelete={editable ? () => folderRemoval.ask(folder) : undefined}
            />
          ))}
        </section>
      )}
      {content && content.media.length > 0 && (
        <section aria-label={t('media.title')} className={styles.grid}>
          {content.media.map((media) =>
            selection ? (
              <Choice key={media.id} media={media} selection={selection} />
            ) : (
              <MediaCard
                key={media.id}
                media={media}
                fresh={fresh?.has(media.id)}
                onDelete={editable ? () => removal.ask(media) : undefined}
              />
            ),
          )}
        </section>
      )}
      {content && content.media.length === 0 && (searching || content.folders.length === 0) && (
        <Nothing view={view} atRoot={folderId === null} onUpload={editable ? onUpload : undefined} />
      )}

      <FormDialog
        opened={folderForm !== undefined}
        onClose={() => setFolderForm(undefined)}
        title={t(folderForm?.folder ? 'media.rename' : 'media.create')}
      >
        {folderForm && (
          <FolderForm
            folder={folderForm.folder}
            parentId={folderId}
            siblings={view.q ? [] : (query.data?.folders ?? []).map(({ name }) => name)}
            onSaved={() => setFolderForm(undefined)}
          />
        )}
      </FormDialog>
      {removal.dialog}
      {folderRemoval.dialog}
    </>
  )
}

function Choice({ media, selection }: { media: Media; selection: Selection }) {
  const { chosen, max, onToggle, onDone } = selection
  const position = chosen.findIndex(({ id }) => id === media.id)
  return (
    <SelectableCard
      media={media}
      position={position}
      numbered={max > 1}
      // One choice replaces the other; of several the first ones stay.
      disabled={position < 0 && max > 1 && chosen.length >= max}
      onToggle={() => onToggle(media)}
      onDone={onDone}
    />
  )
}

function Nothing({ view, atRoot, onUpload }: { view: LibraryView; atRoot: boolean; onUpload?: () => void }) {
  const { t } = useTranslation()
  if (view.q) return <EmptyState variant="no-match" title={t('media.noMatch', { search: view.q })} />
  if (view.kind) return <EmptyState variant="no-match" title={t('media.noneOfKind')} />
  return (
    <EmptyState
      icon={ImagesSquareIcon}
      title={t(onUpload ? 'media.emptyDrop' : atRoot ? 'media.empty' : 'media.emptyFolder')}
      text={onUpload && t('media.emptyText')}
      action={
        onUpload && (
          <Button variant="default" onClick={onUpload}>
            {t('media.chooseFiles')}
          </Button>
        )
      }
    />
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div className={styles.grid} role="status" aria-label={t('table.loading', { list: t('media.title') })}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={176} radius="md" />
      ))}
    </div>
  )
}

/** Asks, then deletes a media item. */
export const useMediaDeletion = (onDeleted?: () => void) =>
  useDeletion<Media>({
    remove: ({ id }) => api.media.remove({ params: { id } }),
    name: ({ name }) => name,
    thumbnail: (media) => <MediaPicture media={media} />,
    failed: 'errors.delete',
    invalidates: [mediaKey],
    onDeleted,
  })

const useFolderDeletion = () =>
  useDeletion<Folder>({
    remove: ({ id }) => api.media.removeFolder({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteUser',
    words: (error) => failureText(error, 'errors.deleteUser'),
    invalidates: [mediaKey],
  })
