import { CardsIcon } from '@phosphor-icons/react/dist/csr/Cards'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedList } from '#ui/failed-list.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Choice, type Selection } from './library.tsx'
import styles from './media.module.css'
import { cardItemsQuery } from './queries.ts'

/** Cards to choose from, for a media zone to play. */
export function CardChoices({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const query = useQuery(cardItemsQuery())
  const wanted = search.trim().toLowerCase()
  const shown = query.data?.filter(({ name }) => name.toLowerCase().includes(wanted))
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
        <section aria-label={t('media.cards')} className={styles.grid}>
          {shown.map((media) => (
            <Choice key={media.id} media={media} selection={selection} />
          ))}
        </section>
      )}
      {shown?.length === 0 &&
        (wanted ? (
          <EmptyState variant="no-match" title={t('media.noMatch', { search })} />
        ) : (
          <EmptyState icon={CardsIcon} title={t('media.noCards')} />
        ))}
    </>
  )
}
