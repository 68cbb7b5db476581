import { Button, Select, Skeleton } from '@mantine/core'
import { SquaresFourIcon } from '@phosphor-icons/react/dist/csr/SquaresFour'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { SHELF_AREAS, SHELF_KINDS, type ShelfKind } from '@vitrine/contract/api/content/shelf-kinds'
import { can } from '@vitrine/contract/permissions'
import { useCallback, useDeferredValue, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentTabs } from '#content/media/content-tabs.tsx'
import { useSession } from '#lib/session/session.ts'
import { usePlaces } from '#pickers/rules/use-place-names.ts'
import { TagSelect } from '#pickers/tags/tags-picker.tsx'
import { shelfPagesQuery } from '#queries/shelf.ts'
import { SHELF_SORTS, type ShelfSort, type ShelfView, shelfView } from '#queries/shelf-view.ts'
import { NearItem } from '#ui/list/near-item.tsx'
import { NoMatch } from '#ui/list/no-match.tsx'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { useRoving } from '#ui/list/use-roving.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { ReadyMade } from './ready-made.tsx'
import styles from './shelf.module.css'
import { ShelfTile } from './shelf-tile.tsx'

/** Everything that screens can show, found by name, kind, tag, and place. */
export function ShelfPage() {
  const { t } = useTranslation()
  const { view, setView } = useView()
  const query = useShelf(view)
  const { q, kind, tag, place } = view
  const items = query.data
  const isFiltered = Boolean(q || kind || tag || place)
  const hasTemplates = !tag && !place && (kind === undefined || kind === 'template')
  return (
    <Page title={t('media.title')} intro={t('shelf.intro')} trash="all">
      <ContentTabs value="all" />
      <Toolbar view={view} onView={setView} />
      {query.isPending && <Loading />}
      {!items && query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {items && items.length > 0 && <Tiles query={query} />}
      {items?.length === 0 && !isFiltered && <First />}
      {items?.length === 0 && isFiltered && (
        <NoMatch
          search={q}
          title={t(place ? 'shelf.noneThere' : tag ? 'table.noneTagged' : 'media.noneOfKind')}
          onClear={() => setView({ q: undefined, kind: undefined, tag: undefined, place: undefined })}
        />
      )}
      {items && !query.hasNextPage && hasTemplates && <ReadyMade search={q ?? ''} />}
    </Page>
  )
}

/** Before anything was made: one way to begin, for people who may. */
function First() {
  const { t } = useTranslation()
  const mayAdd = useCan('write', 'media')
  return (
    <EmptyState
      icon={SquaresFourIcon}
      title={t('shelf.empty')}
      text={t(mayAdd ? 'shelf.emptyText' : 'shelf.intro')}
      action={
        mayAdd && (
          <Button
            renderRoot={(props) => <Link to="/app/media-library" search={{ tab: 'upload' }} {...props} />}
          >
            {t('media.chooseFiles')}
          </Button>
        )
      }
    />
  )
}

const useShelf = ({ q = '', kind, tag, place, sort }: ShelfView) =>
  useInfiniteQuery(shelfPagesQuery({ search: q.trim(), kind, tag, place, sort }))

function Tiles({ query }: { query: ReturnType<typeof useShelf> }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const items = query.data ?? []
  const keepsFocus = useKeptFocus(list, items)
  useRoving(list)
  return (
    <>
      <ul ref={list} aria-label={t('shelf.all')} className={styles.grid} {...keepsFocus}>
        {items.map((item, index) => (
          <NearItem
            key={item.id}
            data-key={item.id}
            aria-setsize={query.hasNextPage ? -1 : items.length}
            aria-posinset={index + 1}
          >
            <ShelfTile item={item} />
          </NearItem>
        ))}
      </ul>
      <ScrollEnd query={query} />
    </>
  )
}

interface ToolbarProps {
  view: ShelfView
  onView: (change: ShelfView) => void
}

function Toolbar({ view: { q = '', kind, tag, place, sort }, onView }: ToolbarProps) {
  const { t } = useTranslation()
  const places = usePlaces()
  const profile = useSession((session) => session.profile)
  const kinds = SHELF_KINDS.filter((one) => profile && can(profile, 'read', SHELF_AREAS[one]))
  return (
    <div className={styles.toolbar}>
      <SearchField label={t('shelf.search')} value={q} onChange={(next) => onView({ q: next })} />
      <Select
        aria-label={t('media.kind')}
        w={168}
        allowDeselect={false}
        value={kind ?? 'all'}
        onChange={(next) => onView({ kind: next === 'all' || !next ? undefined : (next as ShelfKind) })}
        data={['all' as const, ...kinds].map((one) => ({ value: one, label: t(`shelf.kinds.${one}`) }))}
      />
      <TagSelect kind="media" value={tag} onChange={onView} />
      {(places.length > 0 || place !== undefined) && (
        <Select
          aria-label={t('shelf.place')}
          placeholder={t('shelf.place')}
          w={232}
          clearable
          searchable={places.length > 8}
          nothingFoundMessage={t('fields.noMatch')}
          value={place ?? null}
          onChange={(next) => onView({ place: next ?? undefined })}
          data={places}
        />
      )}
      <Select
        aria-label={t('media.sort')}
        w={152}
        allowDeselect={false}
        value={sort ?? '-updatedAt'}
        onChange={(next) => onView({ sort: next === 'name' ? (next satisfies ShelfSort) : undefined })}
        data={SHELF_SORTS.map((one) => ({
          value: one,
          label: t(one === 'name' ? 'media.sorts.name' : 'shelf.newest'),
        }))}
      />
    </div>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div className={styles.grid} role="status" aria-label={t('table.loading', { list: t('shelf.all') })}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={176} radius="md" />
      ))}
    </div>
  )
}

/** The view from the URL, and a function to change it. */
function useView() {
  const navigate = useNavigate()
  const view = useDeferredValue(
    useSearch({ strict: false, select: shelfView, structuralSharing: true }) as ShelfView,
  )
  const setView = useCallback(
    (change: ShelfView) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change }) as never,
        replace: true,
      }),
    [navigate],
  )
  return { view, setView }
}
