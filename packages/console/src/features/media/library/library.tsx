import { Button, Skeleton } from '@mantine/core'
import { ImagesSquareIcon } from '@phosphor-icons/react/dist/csr/ImagesSquare'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Folder, Media } from '@vitrine/contract/api/media'
import { MEDIA_KINDS, type MediaKind } from '@vitrine/contract/api/media-kinds'
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGalleryDialog } from '#features/media/gallery/use-gallery-dialog.tsx'
import { type LibraryRequest, libraryQuery, mediaKey } from '#features/media/queries.ts'
import { useWebPageDialog } from '#features/media/web/use-web-page-dialog.tsx'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { trashKey, undoDeletion } from '#lib/trash.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { type Selection as BulkSelection, useSelection } from '#ui/list/use-selection.ts'
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
import { useMediaActs } from './use-media-acts.ts'
import { useMediaDeletion } from './use-media-deletion.tsx'

const ReplaceDialog = lazyPart(
  async () => (await import('#features/media/replacing/replace-dialog.tsx')).ReplaceDialog,
)
const DeckBar = lazyPart(async () => (await import('./deck-bar.tsx')).DeckBar)

/** The selected items, in order. */
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
  /** Absent fields are unchanged. */
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
  const accept = selection?.accept
  const request = { folderId, search: view.q, sort: view.sort, kinds: view.kind ? [view.kind] : accept }
  const { query, isMissing } = useLibrary(request)
  const content = query.data
  const removal = useMediaDeletion()
  const choice = useSelection<Media>()
  const editable = onUpload !== undefined && !selection
  const replacing = useReplacing()
  const acts = useMediaActs(editable ? { onReplace: replacing.ask, onDelete: removal.ask } : undefined)
  const folders = useFolderDialogs(folderId, view.q ? [] : (content?.folders ?? []))
  const mayChange = editable && !choice.on
  if (!content && isMissing) return <NotFound />
  const isFiltered = Boolean(view.q || view.kind)
  return (
    <>
      {content && <FolderTrail path={content.path} onOpen={onOpenFolder} />}
      {content?.deck && !selection && (
        <Waiting>
          <DeckBar deck={content.deck} editable={editable} />
        </Waiting>
      )}
      <LibraryToolbar
        view={view}
        onView={onView}
        kinds={accept ?? MEDIA_KINDS}
        onCreateFolder={mayChange ? folders.create : undefined}
        onUpload={mayChange ? onUpload : undefined}
        add={mayChange ? folders.add : undefined}
        onChoose={mayChange && content?.media.length ? choice.begin : undefined}
      />
      {query.isPending && <Loading />}
      {!content && query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {content && content.folders.length > 0 && (
        <Folders folders={content.folders} onOpen={onOpenFolder} dialogs={editable ? folders : undefined} />
      )}
      {content && content.media.length > 0 && (
        <MediaList query={query} asList={view.view === 'list' && !selection && !choice.on}>
          {(media, Item) =>
            selection ? (
              <Choice media={media} selection={selection} />
            ) : choice.on ? (
              <Chosen media={media} choice={choice} all={content.media} />
            ) : (
              <Item media={media} acts={acts} fresh={fresh?.has(media.id)} />
            )
          }
        </MediaList>
      )}
      {choice.on && content && <LibraryBulk selection={choice} total={content.total} request={request} />}
      {content && content.media.length === 0 && (isFiltered || content.folders.length === 0) && (
        <Nothing view={view} atRoot={folderId === null} onUpload={editable ? onUpload : undefined} />
      )}
      {removal.dialog}
      {replacing.dialog}
      {folders.dialogs}
    </>
  )
})

function useLibrary(request: LibraryRequest) {
  const query = useInfiniteQuery(libraryQuery(request))
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  // A failed refresh in the background keeps the library and stays silent.
  const failure = query.isLoadingError && !isMissing ? query.error : undefined
  useEffect(() => {
    if (failure) notify({ kind: 'negative', message: failureText(failure, 'errors.get') })
  }, [failure])
  return { query, isMissing }
}

/** Another file in the place of an item's. */
function useReplacing() {
  // The item stays while the dialog fades.
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

/** Creates, renames and deletes folders. */
function useFolderDialogs(parentId: string | null, siblings: readonly Folder[]) {
  const { t } = useTranslation()
  const [form, setForm] = useState<{ folder?: Folder }>()
  const create = useCallback(() => setForm({}), [])
  const close = () => setForm(undefined)
  const removal = useFolderDeletion()
  const web = useWebPageDialog(parentId)
  const gallery = useGalleryDialog(parentId)
  const dialogs = (
    <>
      <FormDialog
        opened={form !== undefined}
        onClose={close}
        title={t(form?.folder ? 'media.rename' : 'media.create')}
      >
        {form && (
          <FolderForm
            folder={form.folder}
            parentId={parentId}
            siblings={siblings.map(({ name }) => name)}
            onSaved={close}
          />
        )}
      </FormDialog>
      {removal.dialog}
      {web.dialog}
      {gallery.dialog}
    </>
  )
  const rename = (folder: Folder) => setForm({ folder })
  // The toolbar is drawn again only for another menu.
  const add = useMemo(() => ({ onWeb: web.add, onGallery: gallery.open }), [web.add, gallery.open])
  return { create, rename, remove: removal.ask, add, dialogs }
}

interface FoldersProps {
  folders: readonly Folder[]
  onOpen: OpenFolder | undefined
  /** Absent: folders can only be opened. */
  dialogs: ReturnType<typeof useFolderDialogs> | undefined
}

function Folders({ folders, onOpen, dialogs }: FoldersProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('media.folders')} className={styles.folders}>
      {folders.map((folder) => (
        <FolderCard
          key={folder.id}
          folder={folder}
          onOpen={onOpen}
          onRename={dialogs && (() => dialogs.rename(folder))}
          onDelete={dialogs && (() => dialogs.remove(folder))}
        />
      ))}
    </section>
  )
}

interface MediaListProps {
  query: ReturnType<typeof useLibrary>['query']
  asList: boolean
  children: (media: Media, Item: typeof MediaCard | typeof MediaRow) => ReactNode
}

function MediaList({ query, asList, children }: MediaListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const { media = NONE, total = 0 } = query.data ?? {}
  const keepsFocus = useKeptFocus(list, media)
  return (
    <section aria-label={t('media.title')}>
      <ul
        ref={list}
        aria-label={t('media.title')}
        className={asList ? styles.lines : styles.grid}
        {...keepsFocus}
      >
        {media.map((item, index) => (
          <li key={item.id} data-key={item.id} aria-setsize={total} aria-posinset={index + 1}>
            {children(item, asList ? MediaRow : MediaCard)}
          </li>
        ))}
      </ul>
      <ScrollEnd query={query} />
    </section>
  )
}

interface ChosenProps {
  media: Media
  choice: BulkSelection<Media>
  /** The list, for choosing a range. */
  all: readonly Media[]
}

/** One item of a choice for a bulk action. */
function Chosen({ media, choice, all }: ChosenProps) {
  return (
    <SelectableCard
      media={media}
      position={choice.has(media.id) ? 0 : -1}
      numbered={false}
      disabled={false}
      onToggle={(range) => choice.toggle(media, range ? all : undefined)}
    />
  )
}

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
    invalidates: [mediaKey, trashKey],
    undo: undoDeletion,
  })
