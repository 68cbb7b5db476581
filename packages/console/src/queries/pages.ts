import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { api } from '#lib/api.ts'
import { batched } from '#lib/server/batched.ts'
import { cardsByIds, cardsKey } from './cards.ts'
import { layoutsByIds, layoutsKey } from './layouts.ts'

/** A card or a layout: the pages of a storyboard. */
export interface StoryPage extends LayoutDocument {
  id: string
  name: string
  organizationId: string
  /** Its picture, taken when it was saved. */
  thumbnailId?: string | null
  version: number
}

/** The page id of a storyboard's item; empty for one just added in a form. */
export const pageIdOf = ({ cardId, layoutId }: { cardId?: string; layoutId?: string }): string =>
  cardId ?? layoutId ?? ''

/** The page of an item, or the storyboard inside it. */
export const partIdOf = (item: { cardId?: string; layoutId?: string; storyboardId?: string }): string =>
  pageIdOf(item) || (item.storyboardId ?? '')

/** Pages by id: `null` if missing, `undefined` while loading. */
export type PagesById = Readonly<Record<string, StoryPage | null>>

interface Found {
  id: string
  page: StoryPage | null
}

const SOURCES = {
  standard: { key: cardsKey, load: batched<StoryPage>(cardsByIds) },
  designed: { key: layoutsKey, load: batched<StoryPage>(layoutsByIds) },
} as const

/** Loads a card (standard) or a layout (designed); null if there is none. */
export const loadPage = (type: StoryboardType, id: string): Promise<StoryPage | null> =>
  SOURCES[type].load(id)

/** A card (standard) or a layout (designed), batched. */
export const pageByIdQuery = (type: StoryboardType, id: string) =>
  queryOptions({
    queryKey: [...SOURCES[type].key, 'by-id', id],
    queryFn: async (): Promise<Found> => ({ id, page: await SOURCES[type].load(id) }),
    // Refetch missing pages: another user may have just created one.
    refetchOnMount: ({ state }) => (state.data?.page ? true : 'always'),
  })

/** The loaded cards or layouts with these ids. */
export const usePagesById = (type: StoryboardType, ids: readonly string[]) =>
  useQueries({ queries: [...new Set(ids.filter(Boolean))].map((id) => pageByIdQuery(type, id)), combine })

const combine = (results: readonly UseQueryResult<Found>[]) => ({
  /** Referentially stable until one of them changes. */
  pages: Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data.page]] : []))) as PagesById,
  isPending: results.some((result) => result.isPending),
})

const FAILING_MS = 5 * 60_000

/** Feeds, weather, and data sources of pages that fail to load. */
export const failingQuery = () =>
  queryOptions({
    queryKey: ['failing'],
    queryFn: async ({ signal }) => (await api.widgetData.failing({}, { signal })).failing,
    refetchInterval: FAILING_MS,
  })

const read = new WeakMap<StoryPage, ReadDocument>()

/** A page's parsed document, cached. */
export function documentOf(page: StoryPage): ReadDocument {
  const known = read.get(page) ?? readDocument(page, WIDGET_FIELDS)
  read.set(page, known)
  return known
}
