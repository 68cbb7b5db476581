import { Button, Skeleton } from '@mantine/core'
import { ImagesSquareIcon } from '@phosphor-icons/react/dist/csr/ImagesSquare'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Folder, Media } from '@vitrine/contract/api/media'
import { MEDIA_KINDS, type MediaKind } from '@vitrine/contract/api/media-kinds'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { libraryQuery, mediaKey } from '#features/media/queries.ts'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { FolderCard } from './folder-card.tsx'
import { FolderForm } from './folder-form.tsx'
import { FolderTrail, type OpenFolder } from './folder-link.tsx'
import styles from './library.module.css'
import { LibraryBulk } from './library-bulk.tsx'
import { LibraryToolbar } from './library-toolbar.tsx'
import type { LibraryView } from './library-view.ts'
import { MediaCard, SelectableCard } from './media-card.tsx'
import { MediaRow } from './media-row.tsx'
import { useChoice } from './use-choice.ts'
import { useMediaActs } from './use-media-acts.ts'
import { useMediaDeletion } from './use-media-deletion.tsx'

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
  /** Of what is not named nothing changes. */
  onView: (change: LibraryView) => void
  /** Cards to choose from instead of cards to work with. */
  selection?: Selection
  /** Absent: uploads are disabled, and with them new folders and every change. */
  onUpload?: () => void
  /** Ids of what has just been uploaded. */
  fresh?: ReadonlySet<string>
}

/** Folders and media of one place: the library's screen, and what the picker shows. */
export const Library = memo(function Library(props: LibraryProps) {
  const { folderId, onOpenFolder, view, onView, selection, onUpload, fresh } = props
  const { t } = useTranslation()
  const { sort, kind } = view
  const accept = selection?.accept
  const request = { folderId, search: view.q, sort, kinds: kind ? [kind] : accept }
  const query = useInfiniteQuery(libraryQuery(request))
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  // A refresh that fails in the background leaves the library as it is and says nothing.
  const failure = query.isLoadingError && !isMissing ? query.error : undefined
  useEffect(() => {
    if (failure) notify({ kind: 'negative', message: failureText(failure, 'errors.get') })
  }, [failure])
  const [folderForm, setFolderForm] = useState<{ folder?: Folder }>()
  const removal = useMediaDeletion()
  const folderRemoval = useFolderDeletion()
  const choice = useChoice()
  const editable = onUpload !== undefined && !selection
  const asList = view.view === 'list' && !selection && !choice.on
  const acts = useMediaActs(editable ? removal.ask : undefined)
  const createFolder = useCallback(() => setFolderForm({}), [])

  const list = useRef<HTMLUListElement>(null)
  const { data: content } = query
  const media = content?.media
  const keepsFocus = useKeptFocus(list, media ?? NONE)
  const Item = asList ? MediaRow : MediaCard
  const draw = (item: Media) =>
    selection ? (
      <Choice media={item} selection={selection} />
    ) : choice.on ? (
      <SelectableCard
        media={item}
        position={choice.has(item.id) ? 0 : -1}
        numbered={false}
        disabled={false}
        onToggle={(range) => choice.toggle(item.id, range ? media : undefined)}
      />
    ) : (
      <Item media={item} acts={acts} fresh={fresh?.has(item.id)} />
    )
  if (!query.data && isMissing) return <NotFound />
  const searching = Boolean(view.q || view.kind)
  return (
    <>
      {query.data && <FolderTrail path={query.data.path} onOpen={onOpenFolder} />}
      <LibraryToolbar
        view={view}
        onView={onView}
        kinds={selection?.accept ?? MEDIA_KINDS}
        onCreateFolder={editable && !choice.on ? createFolder : undefined}
        onUpload={editable && !choice.on ? onUpload : undefined}
        onChoose={editable && !choice.on && content?.media.length ? choice.begin : undefined}
      />

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
        <section aria-label={t('media.title')}>
          <ul
            ref={list}
            aria-label={t('media.title')}
            className={asList ? styles.lines : styles.grid}
            {...keepsFocus}
          >
            {content.media.map((item, index) => (
              <li key={item.id} data-key={item.id} aria-setsize={content.total} aria-posinset={index + 1}>
                {draw(item)}
              </li>
            ))}
          </ul>
          <ScrollEnd query={query} />
        </section>
      )}
      {choice.on && content && (
        <LibraryBulk choice={choice} media={content.media} total={content.total} request={request} />
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
})

const NONE: readonly Media[] = []

/** One item to choose. */
export function Choice({ media, selection }: { media: Media; selection: Selection }) {
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

const useFolderDeletion = () =>
  useDeletion<Folder>({
    remove: ({ id }) => api.media.removeFolder({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteUser',
    invalidates: [mediaKey],
  })
