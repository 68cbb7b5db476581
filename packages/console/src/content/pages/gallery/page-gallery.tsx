import { Skeleton } from '@mantine/core'
import { DotsThreeIcon } from '@phosphor-icons/react/dist/csr/DotsThree'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TagChips } from '#pickers/tags/tag-chips.tsx'
import { TagSelect } from '#pickers/tags/tags-picker.tsx'
import { StoredPicture } from '#pictures/pages/page-thumb.tsx'
import type { StoryPage } from '#queries/pages.ts'
import { CutName } from '#ui/cut-name.tsx'
import { type BulkActions, BulkBar } from '#ui/list/bulk-bar.tsx'
import type { Pieces } from '#ui/list/list-source.ts'
import { useListState } from '#ui/list/list-state.ts'
import { NoMatch } from '#ui/list/no-match.tsx'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { SelectBox } from '#ui/list/select-cells.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { useRoving } from '#ui/list/use-roving.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { StaleBanner } from '#ui/page/stale-banner.tsx'
import type { MenuEntry } from '#ui/work/more-menu.tsx'
import { MoreMenu } from '#ui/work/more-menu.tsx'
import styles from './page-gallery.module.css'

/** A page's data for bulk actions. */
export interface PageName {
  id: string
  name: string
  tags?: string[] | undefined
}

interface PageGalleryProps<Item> {
  /** Filtered by the search in the URL. */
  query: Pieces<Item>
  label: string
  /** One line of details. */
  note: (item: Item) => string
  open: (item: Item) => void
  /** `false` entries are skipped. */
  actions: (item: Item) => readonly (MenuEntry | false)[]
  empty: ComponentProps<typeof EmptyState>
  /** Makes pages selectable. */
  bulk?: GalleryBulk | undefined
}

/**
 * `loadAll`: loads only the names of all matching pages, because rendering a thousand pages to select them takes
 * seconds.
 */
type GalleryBulk = BulkActions<PageName> & {
  loadAll: (search: string | undefined, tag: string | undefined) => Promise<readonly PageName[]>
}

/** Pages as thumbnails in their aspect ratio, loaded on scroll; the search is in the URL. */
export function PageGallery<Item extends PageName & StoryPage>(props: PageGalleryProps<Item>) {
  const { query, label, empty, bulk } = props
  const { t } = useTranslation()
  const { q, tag: wanted, set } = useListState()
  if (query.isPending)
    return (
      <div className={styles.grid} role="status" aria-label={t('table.loading', { list: label })}>
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} height={180} radius="md" />
        ))}
      </div>
    )
  if (!query.data) return <FailedList error={query.error} retry={() => void query.refetch()} />
  const { rows, search, tag } = query.data
  if (rows.length === 0 && !search && !tag) return <EmptyState {...empty} />
  return (
    <>
      {query.isRefetchError && <StaleBanner at={query.dataUpdatedAt} retry={() => void query.refetch()} />}
      <div className={styles.toolbar}>
        <SearchField
          label={t('table.searchIn', { list: label })}
          value={q}
          onChange={(next) => set({ q: next })}
        />
        <TagSelect kind="page" value={wanted} onChange={set} />
      </div>
      {rows.length === 0 && (
        <NoMatch search={search ?? q} onClear={() => set({ q: undefined, tag: undefined })} />
      )}
      <Tiles {...props} rows={rows} />
      <ScrollEnd query={query} />
      {bulk && bulk.selection.items.length > 0 && (
        <SelectedPages
          bulk={bulk}
          search={search}
          tag={tag}
          shown={query.hasNextPage ? undefined : rows.length}
        />
      )}
    </>
  )
}

function Tiles<Item extends PageName & StoryPage>(props: PageGalleryProps<Item> & { rows: readonly Item[] }) {
  const { label, rows } = props
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, rows)
  useRoving(list)
  return (
    <ul ref={list} className={styles.grid} aria-label={label} {...keepsFocus}>
      {rows.map((item) => (
        <Tile key={item.id} {...props} item={item} />
      ))}
    </ul>
  )
}

interface SelectedPagesProps {
  bulk: GalleryBulk
  search: string | undefined
  tag: string | undefined
  /** The number of pages, if all are shown. */
  shown: number | undefined
}

function SelectedPages({ bulk, search, tag, shown }: SelectedPagesProps) {
  const [found, setFound] = useState<{ of: string; count: number }>()
  const of = JSON.stringify([search, tag])
  const loadAll = async () => {
    const all = await bulk.loadAll(search, tag)
    setFound({ of, count: all.length })
    return all
  }
  const total = shown ?? (found?.of === of ? found?.count : undefined)
  return <BulkBar {...bulk} total={total} loadAll={loadAll} nameOf={({ name }) => name} />
}

type Acts<Item> = Pick<PageGalleryProps<Item>, 'note' | 'open' | 'actions' | 'bulk'>

interface TileProps<Item> extends Acts<Item> {
  item: Item
  /** The rows of a range selection. */
  rows: readonly Item[]
}

function Tile<Item extends PageName & StoryPage>(props: TileProps<Item>) {
  const { item, rows, note, open, actions, bulk } = props
  const { t } = useTranslation()
  return (
    <li className={styles.card} data-key={item.id} data-selected={bulk?.selection.has(item.id) || undefined}>
      <div className={styles.screen}>
        <StoredPicture page={item} label={item.name} />
      </div>
      <div className={styles.foot}>
        {bulk && (
          <div className={styles.select}>
            <SelectBox selection={bulk.selection} row={item} name={item.name} rows={rows} />
          </div>
        )}
        <div className={styles.words}>
          <button type="button" className={styles.name} onClick={() => open(item)}>
            <CutName text={item.name} />
          </button>
          <bdi className={styles.note}>{note(item)}</bdi>
          <TagChips tags={item.tags} />
        </div>
        <MoreMenu
          label={t('gallery.more', { name: item.name })}
          entries={actions(item).filter((entry) => entry !== false)}
        >
          <DotsThreeIcon size={18} weight="bold" aria-hidden="true" />
        </MoreMenu>
      </div>
    </li>
  )
}
