import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Card } from '@vitrine/contract/api/content/cards'
import { mediaInDocument, type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useMemo } from 'react'
import { cardQuery } from '#queries/cards.ts'
import { type MediaById, useMediaItems } from '#queries/media.ts'

type CardById = Readonly<Record<string, Card>>

/** A page's content: media by id, and the cards that some of them represent. */
export interface PageContent {
  media: MediaById
  cards: CardById
}

const useCards = (ids: readonly string[]): CardById =>
  useQueries({ queries: ids.map((id) => ({ ...cardQuery(id), staleTime: 60_000 })), combine: cardsById })

const cardsById = (results: readonly UseQueryResult<Card>[]): CardById =>
  Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))

/** Loads media, the cards among them, and the media that those cards and streams reference. */
function useLevel(ids: readonly string[]) {
  const media = useMediaItems(ids)
  const cards = useCards(useMemo(() => Object.values(media).flatMap(({ cardId }) => cardId ?? []), [media]))
  const inside = useMemo(
    () => [
      ...Object.values(media).flatMap(({ web }) => web?.stream?.fallbackId ?? []),
      ...Object.values(cards).flatMap((card) =>
        mediaInDocument(readDocument(card, WIDGET_FIELDS), WIDGET_FIELDS),
      ),
    ],
    [media, cards],
  )
  return { media, cards, inside }
}

/** The loaded media of a page and, recursively, of the cards among them. */
export function usePageContent(document: ReadDocument): PageContent {
  const key = useMemo(() => mediaInDocument(document, WIDGET_FIELDS).join(' '), [document])
  const own = useLevel(useMemo(() => key.split(' ').filter(Boolean), [key]))
  // Nested pages render down to this depth.
  const second = useLevel(own.inside)
  const third = useLevel(second.inside)
  const [a, b, c] = [own.media, second.media, third.media]
  const [d, e] = [own.cards, second.cards]
  return useMemo(() => ({ media: { ...c, ...b, ...a }, cards: { ...e, ...d } }), [a, b, c, d, e])
}
