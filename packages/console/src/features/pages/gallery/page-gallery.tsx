import { Button, Skeleton } from '@mantine/core'
import { DotsThreeIcon } from '@phosphor-icons/react/dist/csr/DotsThree'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { type ComponentProps, type ReactNode, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { PageThumb } from '#features/pages/thumbs/page-thumb.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { SearchField } from '#ui/list/search-field.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { StaleBanner } from '#ui/page/stale-banner.tsx'
import type { MenuEntry } from '#ui/work/more-menu.tsx'
import { MoreMenu } from '#ui/work/more-menu.tsx'
import styles from './page-gallery.module.css'

interface PageGalleryProps<Item> {
  query: UseQueryResult<readonly Item[]>
  label: string
  documentOf: (item: Item) => ReadDocument
  /** One line of facts. */
  note: (item: Item) => string
  open: (item: Item) => void
  /** `false` leaves an action out. */
  actions: (item: Item) => readonly (MenuEntry | false)[]
  empty: ComponentProps<typeof EmptyState>
  /** A picture made when the item was saved; without one the page is drawn. */
  picture?: (item: Item) => ReactNode
}

/** A list of pages as little screens in their true ratio; what is searched for is in the address. */
export function PageGallery<Item extends { id: string; name: string }>(props: PageGalleryProps<Item>) {
  const { query, label, documentOf, note, open, actions, empty, picture } = props
  const { t } = useTranslation()
  const { q, set } = useListState()
  const wanted = useDeferredValue(q.trim().toLowerCase())
  if (query.isPending)
    return (
      <div className={styles.grid} role="status" aria-label={t('table.loading', { list: label })}>
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} height={180} radius="md" />
        ))}
      </div>
    )
  if (!query.data) return <FailedList error={query.error} retry={() => void query.refetch()} />
  if (query.data.length === 0) return <EmptyState {...empty} />
  const found = query.data.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <>
      {query.isError && <StaleBanner at={query.dataUpdatedAt} retry={() => void query.refetch()} />}
      <div className={styles.toolbar}>
        <SearchField
          label={t('table.searchIn', { list: label })}
          value={q}
          onChange={(next) => set({ q: next })}
        />
      </div>
      {found.length === 0 && (
        <EmptyState
          variant="no-match"
          title={t('table.noMatch', { search: q })}
          action={
            <Button variant="default" onClick={() => set({ q: undefined })}>
              {t('table.clearSearch')}
            </Button>
          }
        />
      )}
      <ul className={styles.grid} aria-label={label}>
        {found.map((item) => (
          <li key={item.id} className={styles.card}>
            <div className={styles.screen}>
              {picture?.(item) ?? <PageThumb document={documentOf(item)} label={item.name} />}
            </div>
            <div className={styles.foot}>
              <div className={styles.words}>
                <button type="button" className={styles.name} onClick={() => open(item)} title={item.name}>
                  <bdi>{item.name}</bdi>
                </button>
                <bdi className={styles.note}>{note(item)}</bdi>
              </div>
              <MoreMenu
                label={t('gallery.more', { name: item.name })}
                entries={actions(item).filter((entry) => entry !== false)}
              >
                <DotsThreeIcon size={18} weight="bold" aria-hidden="true" />
              </MoreMenu>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
