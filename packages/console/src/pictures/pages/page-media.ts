import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Card } from '@vitrine/contract/api/content/cards'
import { expandedPage } from '@vitrine/contract/document/expanded-page'
import {
  mediaInDocument,
  type ReadDocument,
  readDocument,
  writeDocument,
  zoneEntries,
} from '@vitrine/contract/document/layout-document'
import { partsIn } from '@vitrine/contract/document/part-use'
import { type FilesRule, filesKey } from '@vitrine/contract/fields/files-rule'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useMemo } from 'react'
import { cardQuery } from '#queries/cards.ts'
import { useListed } from '#queries/listed.ts'
import { type MediaById, useMediaItems } from '#queries/media.ts'
import { documentOfPart, usePartsById } from '#queries/parts.ts'

type CardById = Readonly<Record<string, Card>>

/** A page's content: media by id, and the cards that some of them represent. */
export interface PageContent {
  media: MediaById
  cards: CardById
  /** Ids of the files that lists of its zones hold now, by `filesKey`. */
  listed?: Readonly<Record<string, readonly string[]>>
}

const useCards = (ids: readonly string[]): CardById =>
  useQueries({ queries: ids.map((id) => ({ ...cardQuery(id), staleTime: 60_000 })), combine: cardsById })

const cardsById = (results: readonly UseQueryResult<Card>[]): CardById =>
  Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))

/** Media zones draw cards as screens do: with ordinary widgets in place of parts. */
function useExpandedCards(cards: CardById): CardById {
  const key = partsIn(Object.values(cards).flatMap(({ widgets }) => widgets)).join(' ')
  const { parts } = usePartsById(useMemo(() => key.split(' ').filter(Boolean), [key]))
  return useMemo(() => {
    if (parts.length === 0) return cards
    const known = new Map(parts.map((part) => [part.id, documentOfPart(part)]))
    return Object.fromEntries(
      Object.entries(cards).map(([id, card]) => {
        const read = readDocument(card, WIDGET_FIELDS)
        const expanded = expandedPage(read, WIDGET_FIELDS, known)
        return [id, expanded === read ? card : { ...card, ...writeDocument(expanded, WIDGET_FIELDS) }]
      }),
    )
  }, [cards, parts])
}

/** Loads media, the cards among them, and the media that those cards and streams reference. */
function useLevel(ids: readonly string[]) {
  const media = useMediaItems(ids)
  const stored = useCards(useMemo(() => Object.values(media).flatMap(({ cardId }) => cardId ?? []), [media]))
  const cards = useExpandedCards(stored)
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

/** What the lists of a page's zones hold now. */
function useListsOf(document: ReadDocument) {
  const key = useMemo(() => JSON.stringify(rulesIn(document)), [document])
  const rules = useMemo(() => JSON.parse(key) as FilesRule[], [key])
  const lists = useListed(rules)
  return useMemo(
    () => ({
      media: Object.fromEntries(lists.flat().map((item) => [item.id, item])),
      ids: Object.fromEntries(
        rules.map((rule, index) => [filesKey(rule), (lists[index] ?? []).map(({ id }) => id)]),
      ),
    }),
    [rules, lists],
  )
}

const rulesIn = (document: ReadDocument): FilesRule[] => {
  const all = document.widgets.flatMap((widget) =>
    zoneEntries(widget, WIDGET_FIELDS).flatMap(({ files }) => files ?? []),
  )
  return [...new Map(all.map((rule) => [filesKey(rule), rule])).values()]
}

/** The loaded media of a page and, recursively, of the cards among them. */
export function usePageContent(document: ReadDocument): PageContent {
  const listed = useListsOf(document)
  const key = useMemo(() => mediaInDocument(document, WIDGET_FIELDS).join(' '), [document])
  const own = useLevel(useMemo(() => key.split(' ').filter(Boolean), [key]))
  const found = listed.media
  // Nested pages render down to this depth.
  const second = useLevel(own.inside)
  const third = useLevel(second.inside)
  const [a, b, c] = [own.media, second.media, third.media]
  const [d, e] = [own.cards, second.cards]
  return useMemo(
    () => ({ media: { ...c, ...b, ...found, ...a }, cards: { ...e, ...d }, listed: listed.ids }),
    [a, b, c, d, e, found, listed.ids],
  )
}
