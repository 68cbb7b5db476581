import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { LayoutDocument } from '@vitrine/contract/api/page-document'
import type { StoryboardType } from '@vitrine/contract/api/storyboards'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { batched } from '#lib/server/batched.ts'
import { cardsByIds, cardsKey } from './cards.ts'
import { layoutsByIds, layoutsKey } from './layouts.ts'

/** A card or a layout: what a storyboard is made of. */
export interface StoryPage extends LayoutDocument {
  id: string
  name: string
  organizationId: string
  version: number
}

/** The page of a storyboard's item; empty while a form adds one. */
export const pageIdOf = ({ cardId, layoutId }: { cardId?: string; layoutId?: string }): string =>
  cardId ?? layoutId ?? ''

/** Pages by id: `null` for one that does not exist, `undefined` for one that is loading. */
export type PagesById = Readonly<Record<string, StoryPage | null>>

interface Found {
  id: string
  page: StoryPage | null
}

const SOURCES = {
  standard: { key: cardsKey, load: batched<StoryPage>(cardsByIds) },
  designed: { key: layoutsKey, load: batched<StoryPage>(layoutsByIds) },
} as const

/** A card (standard) or a layout (designed); those requested together come in one call. */
export const pageByIdQuery = (type: StoryboardType, id: string) =>
  queryOptions({
    queryKey: [...SOURCES[type].key, 'by-id', id],
    queryFn: async (): Promise<Found> => ({ id, page: await SOURCES[type].load(id) }),
    // A page that another user has just created must not look deleted.
    refetchOnMount: ({ state }) => (state.data?.page ? true : 'always'),
  })

/** The cards or layouts with these ids, as far as they have loaded. */
export const usePagesById = (type: StoryboardType, ids: readonly string[]) =>
  useQueries({ queries: [...new Set(ids.filter(Boolean))].map((id) => pageByIdQuery(type, id)), combine })

const combine = (results: readonly UseQueryResult<Found>[]) => ({
  /** The same object until one of them changes. */
  pages: Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data.page]] : []))) as PagesById,
  isPending: results.some((result) => result.isPending),
})

const read = new WeakMap<StoryPage, ReadDocument>()

/** A page's document, read once. */
export function documentOf(page: StoryPage): ReadDocument {
  const known = read.get(page) ?? readDocument(page, WIDGET_FIELDS)
  read.set(page, known)
  return known
}
