import { TextInput } from '@mantine/core'
import { MagnifyingGlassIcon } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { Link } from '@tanstack/react-router'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { searchKey } from '@vitrine/contract/search-key'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StoryThumb } from '#pictures/pages/page-thumb.tsx'
import { NearItem } from '#ui/list/near-item.tsx'
import { hueOf } from './block-look.ts'
import styles from './shelf.module.css'
import type { Taken } from './use-block-drag.ts'

interface ShelfProps {
  /** Those that can play. */
  storyboards: readonly Storyboard[]
  /** The one to be placed. */
  chosen: string | undefined
  begin: (event: PointerEvent<HTMLElement>, taken: Taken) => void
  onChoose: (storyboardId: string) => void
}

/** Storyboards to drag into the calendar, or to choose and place with the keyboard. */
export function Shelf({ storyboards, chosen, begin, onChoose }: ShelfProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = searchKey(search)
  const found = storyboards.filter(({ name }) => searchKey(name).includes(wanted))
  return (
    <section className={styles.shelf} aria-label={t('calendar.shelf')}>
      <TextInput
        type="search"
        aria-label={t('calendar.searchShelf')}
        placeholder={t('calendar.shelf')}
        leftSection={<MagnifyingGlassIcon size={16} aria-hidden="true" />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ul>
        {found.map((storyboard) => (
          <NearItem key={storyboard.id}>
            <button
              type="button"
              className={styles.story}
              data-story={storyboard.id}
              aria-pressed={storyboard.id === chosen}
              style={hueOf(storyboard.id)}
              onPointerDown={(event) => begin(event, { storyboardId: storyboard.id })}
              // By keyboard; a pointer's click is a tap of `begin`.
              onClick={({ detail }) => detail === 0 && onChoose(storyboard.id)}
            >
              <StoryThumb storyboard={storyboard} />
              <bdi title={storyboard.name}>{storyboard.name}</bdi>
            </button>
          </NearItem>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={styles.note}>
          {t('calendar.emptyShelf')} <Link to="/app/storyboard">{t('calendar.toStoryboards')}</Link>
        </p>
      )}
      <p className={styles.note}>{t('calendar.shelfHint')}</p>
    </section>
  )
}
