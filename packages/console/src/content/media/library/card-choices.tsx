import { CardsIcon } from '@phosphor-icons/react/dist/csr/Cards'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardItemsQuery } from '#queries/media.ts'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { useRoving } from '#ui/list/use-roving.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import styles from './library.module.css'
import { Choice, type Selection } from './library.tsx'

/** Cards that a media zone can play. */
export function CardChoices({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const query = useInfiniteQuery(cardItemsQuery(wanted))
  const shown = query.data
  const grid = useRef<HTMLElement>(null)
  useRoving(grid)
  return (
    <>
      <div className={styles.toolbar}>
        <SearchField
          label={t('media.searchCards')}
          value={search}
          onChange={(text) => setSearch(text ?? '')}
        />
      </div>
      {!query.data && query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {shown && shown.length > 0 && (
        <section ref={grid} aria-label={t('media.cards')} className={styles.grid}>
          {shown.map((media) => (
            <Choice key={media.id} media={media} selection={selection} />
          ))}
        </section>
      )}
      <ScrollEnd query={query} />
      {shown?.length === 0 &&
        (wanted ? (
          <EmptyState variant="no-match" title={t('media.noMatch', { search })} />
        ) : (
          <EmptyState icon={CardsIcon} title={t('media.noCards')} />
        ))}
    </>
  )
}
