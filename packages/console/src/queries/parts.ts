import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Part } from '@vitrine/contract/api/content/parts'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { allPieces } from '#lib/all-pieces.ts'
import { api } from '#lib/api.ts'
import { batched } from '#lib/server/batched.ts'
import { piecesQuery } from '#ui/list/list-source.ts'
import { cardsKey } from './cards.ts'
import { layoutsKey } from './layouts.ts'
import { mediaKey } from './media.ts'

export const partsKey = ['parts'] as const

/** Lists that a changed part changes: pages show it, and media zones show cards. */
export const changedByParts = [partsKey, cardsKey, layoutsKey, mediaKey] as const

/** The parts of an organization, by name. */
export const partPiecesQuery = (q: string, organizationId: string | undefined) =>
  piecesQuery([...partsKey, 'list', organizationId], { q }, async (query, options) => {
    const { parts: rows, next } = await api.parts.list({ query: { ...query, organizationId } }, options)
    return { rows, next }
  })

export const partQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKey, id],
    queryFn: async ({ signal }) => (await api.parts.get({ params: { id } }, { signal })).part,
  })

const byId = batched<Part>((ids) =>
  allPieces(async (after) => {
    const { parts: rows, next } = await api.parts.list({ query: { ids: ids.join(','), after } })
    return { rows, next }
  }),
)

/** A part, batched; null if it doesn't exist. */
const partByIdQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKey, 'by-id', id],
    queryFn: async () => ({ id, part: await byId(id) }),
    staleTime: 60_000,
  })

/** The parts with these ids that exist, and whether some are still loading. */
export const usePartsById = (ids: readonly string[]) =>
  useQueries({ queries: ids.map(partByIdQuery), combine })

const combine = (results: readonly UseQueryResult<{ id: string; part: Part | null }>[]) => ({
  parts: results.flatMap(({ data }) => data?.part ?? []),
  isPending: results.some((result) => result.isPending),
})

const read = new WeakMap<Part, ReadDocument>()

/** A part's parsed document, cached. */
export function documentOfPart(part: Part): ReadDocument {
  const known = read.get(part) ?? readDocument(part, WIDGET_FIELDS)
  read.set(part, known)
  return known
}
