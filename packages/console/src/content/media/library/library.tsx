import { Button, Skeleton } from '@mantine/core'
import { ImagesSquareIcon } from '@phosphor-icons/react/dist/csr/ImagesSquare'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SEARCHED_MOST } from '@vitrine/contract/api/base/totals'
import type { Folder } from '@vitrine/contract/api/content/library/folders'
import type { Media } from '@vitrine/contract/api/content/media'
import { MEDIA_KINDS, type MediaKind } from '@vitrine/contract/api/content/media-kinds'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import type { LibraryView } from '#queries/library-view.ts'
import { type LibraryRequest, libraryQuery } from '#queries/media.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { NearItem } from '#ui/list/near-item.tsx'
import { NoMatch } from '#ui/list/no-match.tsx'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { useRoving } from '#ui/list/use-roving.ts'
import { type Selection as BulkSelection, useSelection } from '#ui/list/use-selection.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { FolderCard } from './folder-card.tsx'
import { FolderTrail, type OpenFolder } from './folder-link.tsx'
import styles from './library.module.css'
import { LibraryBulk } from './library-bulk.tsx'
import { LibraryToolbar } from './library-toolbar.tsx'
import { MediaCard, SelectableCard } from './media-card.tsx'
import { MediaRow } from './media-row.tsx'
import { type MediaAct, useMediaActs } from './use-media-acts.ts'
import { useSelectAll } from './use-select-all.ts'

const DeckBar = lazyPart(async () => (await import('./deck-bar.tsx')).DeckBar)

/** The selected items, in order. */
export interface Selection {
  chosen: readonly Media[]
  max: number
  accept?: readonly MediaKind[]
  onToggle: (media: Media) => void
  onDone: () => void
}

/** Editing commands of a library. `siblings`: folders of the same parent, whose names are taken. */
export interface LibraryEditing {
  /** The folder can be changed; otherwise perhaps some of what is listed. */
  isHere: boolean
  mayChange: (thing: Media | Folder) => boolean
  /** Of items that can be changed. */
  acts: readonly MediaAct[]
  /** Media without a file; absent where nothing can be added, as is a new folder. */
  add?: { onWeb: () => void; onGallery: () => void } | undefined
  onCreateFolder?: ((siblings: readonly Folder[]) => void) | undefined
  onRenameFolder: (folder: Folder, siblings: readonly Folder[]) => void
  onRemoveFolder: (folder: Folder) => void
}

export interface LibraryProps {
  /** null is Root. */
  folderId: string | null
  /** Absent if folders have URLs. */
  onOpenFolder?: OpenFolder
  view: LibraryView
  /** Absent fields are unchanged. */
  onView: (change: LibraryView) => void
  /** Shows items to select instead of items to edit. */
  selection?: Selection
  /** Absent: media and folders can only be opened. */
  editing?: LibraryEditing
  /** Absent: uploads are disabled. With a selection, the button appears only in an empty folder. */
  onUpload?: (() => void) | undefined
  /** Ids of newly uploaded media, which are highlighted. */
  fresh?: ReadonlySet<string>
}

/** The folders and media of one folder, on the library's page and in the picker. */
export function Library(props: LibraryProps) {
  const { folderId, onOpenFolder, view, onView, selection, editing, onUpload, fresh } = props
  const accept = selection?.accept
  const { q: search, sort, kind, tag } = view
  const request = { folderId, search, sort, kinds: kind ? [kind] : accept, tag }
  const { query, isMissing } = useLibrary(request)
  const content = query.data
  const { choice, mayChoose } = useChoosing(editing, content?.media)
  const reading = useMediaActs()
  const actsOf = (media: Media) => (editing?.mayChange(media) ? editing.acts : reading)
  const siblings = search || tag ? NO_FOLDERS : (content?.folders ?? NO_FOLDERS)
  const { onCreateFolder } = editing ?? {}
  const createFolder = useCallback(() => onCreateFolder?.(siblings), [onCreateFolder, siblings])
  const changing = choice.on ? undefined : editing
  if (!content && isMissing) return <NotFound />
  const isFiltered = Boolean(search || kind || tag)
  const isEmpty =
    content?.media.length === 0 && !content.hasMoreFolders && (isFiltered || content.folders.length === 0)
  return (
    <>
      {content && <FolderTrail path={content.path} onOpen={onOpenFolder} />}
      {content?.deck && !selection && (
        <Waiting>
          <DeckBar deck={content.deck} editable={editing?.isHere === true} />
        </Waiting>
      )}
      <LibraryToolbar
        view={view}
        onView={onView}
        kinds={accept ?? MEDIA_KINDS}
        onCreateFolder={changing && onCreateFolder && createFolder}
        onUpload={choice.on || selection ? undefined : onUpload}
        add={changing?.add}
        onChoose={changing && mayChoose ? choice.begin : undefined}
      />
      {query.isPending && <Loading />}
      {!content && query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {content && content.folders.length > 0 && (
        <Folders folders={content.folders} onOpen={onOpenFolder} editing={editing} />
      )}
      {content?.hasMoreFolders && <ScrollEnd query={query} />}
      {content && content.media.length > 0 && (
        <MediaList query={query} asList={view.view === 'list' && !selection && !choice.on}>
          {(media, Item) =>
            selection ? (
              <Choice media={media} selection={selection} />
            ) : choice.on ? (
              <Chosen media={media} choice={choice} all={content.media} />
            ) : (
              <Item media={media} acts={actsOf(media)} fresh={fresh?.has(media.id)} />
            )
          }
        </MediaList>
      )}
      {choice.on && content && <LibraryBulk selection={choice} total={content.total} request={request} />}
      {isEmpty && <Nothing view={view} onView={onView} atRoot={folderId === null} onUpload={onUpload} />}
    </>
  )
}

/** The selection of files that may be changed. */
function useChoosing(editing: LibraryEditing | undefined, media: readonly Media[] = NONE) {
  const choice = useSelection<Media>(editing?.mayChange)
  const mayChoose = editing !== undefined && media.some(editing.mayChange)
  useSelectAll(choice, mayChoose ? media : undefined)
  return { choice, mayChoose }
}

function useLibrary(request: LibraryRequest) {
  const query = useInfiniteQuery(libraryQuery(request))
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  // A failed background refetch keeps the list and stays silent.
  const failure = query.isLoadingError && !isMissing ? query.error : undefined
  useEffect(() => {
    if (failure) notify({ kind: 'negative', message: failureText(failure, 'errors.get') })
  }, [failure])
  return { query, isMissing }
}

interface FoldersProps {
  folders: readonly Folder[]
  onOpen: OpenFolder | undefined
  /** Absent: folders can only be opened. */
  editing: LibraryEditing | undefined
}

function Folders({ folders, onOpen, editing }: FoldersProps) {
  const { t } = useTranslation()
  const grid = useRef<HTMLElement>(null)
  useRoving(grid)
  return (
    <section ref={grid} aria-label={t('media.folders')} className={styles.folders}>
      {folders.map((folder) => {
        const changing = editing?.mayChange(folder) ? editing : undefined
        return (
          <FolderCard
            key={folder.id}
            folder={folder}
            onOpen={onOpen}
            onRename={changing && (() => changing.onRenameFolder(folder, folders))}
            onDelete={changing && (() => changing.onRemoveFolder(folder))}
          />
        )
      })}
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
  useRoving(list)
  return (
    <section aria-label={t('media.title')}>
      <ul
        ref={list}
        aria-label={t('media.title')}
        className={asList ? styles.lines : styles.grid}
        {...keepsFocus}
      >
        {media.map((item, index) => (
          <NearItem
            key={item.id}
            data-key={item.id}
            aria-setsize={query.hasNextPage && total > SEARCHED_MOST ? -1 : total}
            aria-posinset={index + 1}
          >
            {children(item, asList ? MediaRow : MediaCard)}
          </NearItem>
        ))}
      </ul>
      <ScrollEnd query={query} />
    </section>
  )
}

interface ChosenProps {
  media: Media
  choice: BulkSelection<Media>
  /** The full list, for range selection. */
  all: readonly Media[]
}

/** A selectable item for bulk actions. */
function Chosen({ media, choice, all }: ChosenProps) {
  return (
    <SelectableCard
      media={media}
      position={choice.has(media.id) ? 0 : -1}
      numbered={false}
      disabled={!choice.may(media)}
      onToggle={(range) => choice.toggle(media, range ? all : undefined)}
    />
  )
}

const NONE: readonly Media[] = []

/** A selectable item in the picker. */
export function Choice({ media, selection }: { media: Media; selection: Selection }) {
  const { chosen, max, onToggle, onDone } = selection
  const position = chosen.findIndex(({ id }) => id === media.id)
  return (
    <SelectableCard
      media={media}
      position={position}
      numbered={max > 1}
      // A single choice replaces the previous one; at the maximum, further items are disabled.
      disabled={position < 0 && max > 1 && chosen.length >= max}
      onToggle={() => onToggle(media)}
      onDone={onDone}
    />
  )
}

interface NothingProps extends Pick<LibraryProps, 'view' | 'onView' | 'onUpload'> {
  atRoot: boolean
}

function Nothing({ view: { q, tag, kind }, onView, atRoot, onUpload }: NothingProps) {
  const { t } = useTranslation()
  if (q || tag || kind)
    return (
      <NoMatch
        search={q}
        title={t(tag ? 'table.noneTagged' : 'media.noneOfKind')}
        onClear={() => onView({ q: undefined, tag: undefined, kind: undefined })}
      />
    )
  return (
    <EmptyState
      icon={ImagesSquareIcon}
      title={t(onUpload ? 'media.emptyDrop' : atRoot ? 'media.empty' : 'media.emptyFolder')}
      text={onUpload && t('media.emptyText')}
      action={onUpload && <Button onClick={onUpload}>{t('media.chooseFiles')}</Button>}
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

const NO_FOLDERS: readonly Folder[] = []
