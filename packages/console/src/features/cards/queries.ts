import { queryOptions } from '@tanstack/react-query'
import { allPieces } from '#lib/all-pieces.ts'
import { api } from '#lib/api.ts'

export const cardsKey = ['cards'] as const

/** Cards, or the templates that cards are made from. */
export const cardsQuery = (isTemplate: '0' | '1' = '0') =>
  queryOptions({
    queryKey: [...cardsKey, 'list', isTemplate],
    queryFn: ({ signal }) =>
      allPieces(async (after) => {
        const { cards, next } = await api.cards.documents({ query: { isTemplate, after } }, { signal })
        return { rows: cards, next }
      }),
  })

export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: [...cardsKey, 'one', id],
    queryFn: async ({ signal }) => (await api.cards.get({ params: { id } }, { signal })).card,
  })
