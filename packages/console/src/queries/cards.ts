import { queryOptions } from '@tanstack/react-query'
import { allPieces } from '#lib/all-pieces.ts'
import { api } from '#lib/api.ts'
import { freePageName } from '#lib/text/page-names.ts'
import { piecesQuery } from '#ui/list/list-source.ts'

export const cardsKey = ['cards'] as const

/** Cards with documents, by id; excludes templates. */
export const cardsByIds = (ids: readonly string[]) =>
  allPieces(async (after) => {
    const query = { isTemplate: '0', ids: ids.join(','), after } as const
    const { cards, next } = await api.cards.documents({ query })
    return { rows: cards, next }
  })

/** Cards or templates with documents; super admins can limit them to an organization. */
export const cardPiecesQuery = (
  isTemplate: boolean,
  filter: { q: string; tag?: string | undefined },
  organizationId?: string,
) =>
  piecesQuery([...cardsKey, 'list', isTemplate, organizationId], filter, async (query, options) => {
    const { cards: rows, next } = await api.cards.documents(
      { query: { ...query, organizationId, isTemplate: isTemplate ? '1' : '0', made: '0' } },
      options,
    )
    return { rows, next }
  })

/** A name unused by cards and templates; the server searches those that contain it. */
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
