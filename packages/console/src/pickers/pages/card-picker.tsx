import { useInfiniteQuery } from '@tanstack/react-query'
import type { Card } from '@vitrine/contract/api/content/cards'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StoredPicture } from '#pictures/pages/page-thumb.tsx'
import { cardPiecesQuery } from '#queries/cards.ts'
import { PagePicker } from './page-picker.tsx'

interface CardPickerProps {
  opened: boolean
  multiple: boolean
  /** The maximum number of cards. */
  max?: number
  /** In selection order. */
  onPick: (cards: readonly Card[]) => void
  onClose: () => void
}

/** A dialog to choose cards by their thumbnails. */
export function CardPicker(props: CardPickerProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery({ ...cardPiecesQuery(false, { q: search }), enabled: props.opened })
  return (
    <PagePicker
      {...props}
      title={t('cards.pick')}
      {...{ query, search }}
      onSearch={setSearch}
      picture={(card) => <StoredPicture page={card} label={card.name} />}
    />
  )
}
