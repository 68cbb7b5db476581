import { SegmentedControl } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Storyboard, StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StoryShelf } from '#content/storyboards/inner/story-shelf.tsx'
import { StoredPicture } from '#pictures/pages/page-thumb.tsx'
import { cardPiecesQuery } from '#queries/cards.ts'
import { layoutPiecesQuery } from '#queries/layouts.ts'
import type { StoryPage } from '#queries/pages.ts'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import styles from './page-shelf.module.css'
import { type Size, sameSize } from './timeline.ts'

interface PageShelfProps {
  type: StoryboardType
  size: Size | undefined
  organizationId: string | undefined
  ownId: string | undefined
  onAdd: (page: StoryPage) => void
  onAddStory: (story: Storyboard) => void
}

/** Pages to add, as thumbnails. Pages of another size stay visible, with the reason why they don't fit. */
export function PageShelf({ type, size, organizationId, ownId, onAdd, onAddStory }: PageShelfProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [shelf, setShelf] = useState<'pages' | 'stories'>('pages')
  const wanted = useDeferredValue(search)
  const label = t(`storyboards.shelf.${type}`)
  return (
    <section className={styles.shelf} aria-label={label}>
      <h2 className={styles.title}>{label}</h2>
      <SearchField
        label={t('table.searchIn', { list: label })}
        value={search}
        onChange={(next) => setSearch(next ?? '')}
        wide
      />
      <SegmentedControl
        size="xs"
        aria-label={label}
        value={shelf}
        data={[
          { value: 'pages', label },
          { value: 'stories', label: t('storyboards.title') },
        ]}
        onChange={(next) => setShelf(next as typeof shelf)}
      />
      {shelf === 'stories' ? (
        <StoryShelf {...{ type, size, organizationId, ownId }} search={wanted} onAdd={onAddStory} />
      ) : (
        <Pages {...{ type, size, organizationId, onAdd }} search={wanted} />
      )}
    </section>
  )
}

type PagesProps = Pick<PageShelfProps, 'type' | 'size' | 'organizationId' | 'onAdd'> & { search: string }

function Pages({ type, size, organizationId, search, onAdd }: PagesProps) {
  const { t } = useTranslation()
  const standard = type === 'standard'
  const cards = useInfiniteQuery({
    ...cardPiecesQuery(false, { q: search }, organizationId),
    enabled: standard,
  })
  const layouts = useInfiniteQuery({
    ...layoutPiecesQuery({ q: search }, { organizationId }),
    enabled: !standard,
  })
  const query = standard ? cards : layouts
  const found: readonly StoryPage[] | undefined = query.data?.rows
  return (
    <div>
      {!found && query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {found?.length === 0 &&
        (query.data?.search ? (
          <p className={styles.note}>{t('table.noMatch', { search: query.data.search })}</p>
        ) : (
          <p className={styles.note}>
            {t(`storyboards.noneToAdd.${type}`)}{' '}
            <Link to={standard ? '/app/cards/create' : '/app/layouts'}>
              {t(`storyboards.makeOne.${type}`)}
            </Link>
          </p>
        ))}
      <ul className={styles.pages}>
        {found?.map((page) => (
          <li key={page.id}>
            <ShelfPage page={page} size={size} onAdd={() => onAdd(page)} />
          </li>
        ))}
      </ul>
      <ScrollEnd query={query} />
    </div>
  )
}

interface ShelfPageProps {
  page: StoryPage
  size: Size | undefined
  onAdd: () => void
}

function ShelfPage({ page, size, onAdd }: ShelfPageProps) {
  const { t } = useTranslation()
  const reasonId = size && !sameSize(page, size) ? `refused-${page.id}` : undefined
  return (
    <div className={styles.page} data-refused={reasonId !== undefined || undefined}>
      <StoredPicture page={page} label="" />
      <span className={styles.name}>
        <span title={page.name} dir="auto">
          {page.name}
        </span>
        {!reasonId && <PlusIcon size={16} aria-hidden="true" />}
      </span>
      {reasonId && size && <Reason id={reasonId} page={page} size={size} />}
      <button
        type="button"
        className={styles.press}
        aria-label={t('storyboards.addPage', { name: page.name })}
        aria-disabled={reasonId !== undefined}
        aria-describedby={reasonId}
        // Clicking a page that doesn't fit shows the reason.
        onClick={onAdd}
      />
    </div>
  )
}

function Reason({ id, page, size: { width, height } }: { id: string; page: StoryPage; size: Size }) {
  const { t } = useTranslation()
  const words = t('storyboards.otherSize', { ...page, wantedWidth: width, wantedHeight: height })
  return (
    <span id={id} className={styles.reason} title={words}>
      {words}
    </span>
  )
}
