import { queryOptions } from '@tanstack/react-query'
import { allPieces } from '#lib/all-pieces.ts'
import { api } from '#lib/api.ts'
import { freePageName } from '#lib/text/page-names.ts'
import { piecesQuery } from '#ui/list/list-source.ts'

export const cardsKey = ['cards'] as const

/** All cards; templates are not among them. */
export const cardsQuery = () =>
  queryOptions({
    queryKey: [...cardsKey, 'list', '0'],
    queryFn: ({ signal }) =>
      allPieces(async (after) => {
        const { cards, next } = await api.cards.documents({ query: { isTemplate: '0', after } }, { signal })
        return { rows: cards, next }
      }),
  })

/** Cards, or templates, with their documents. */
export const cardPiecesQuery = (isTemplate: boolean, q: string) =>
  piecesQuery([...cardsKey, 'list', isTemplate], q, async (query, options) => {
    const { cards: rows, next } = await api.cards.documents(
      { query: { ...query, isTemplate: isTemplate ? '1' : '0' } },
      options,
    )
    return { rows, next }
  })

/** A name that neither a card nor a template has; the server looks among those that contain it. */
export async function freeCardName(wanted: string): Promise<string> {
  const among = (isTemplate: '0' | '1') => api.cards.list({ query: { search: wanted, isTemplate } })
  const lists = await Promise.all([among('0'), among('1')])
  return freePageName(
    wanted,
    lists.flatMap(({ cards }) => cards),
  )
}

export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: [...cardsKey, 'one', id],
    queryFn: async ({ signal }) => (await api.cards.get({ params: { id } }, { signal })).card,
  })
