import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { ListState } from './list-state.ts'

/** What a list asks the server for. */
export interface PageRequest {
  page: number
  pageSize: number
  search: string | undefined
  /** A field's name, with `-` in front for descending. */
  sort: string | undefined
}

interface Page<Row> {
  rows: readonly Row[]
  total?: number | undefined
}

/** Where a table gets its rows. */
export interface ListSource<Row> {
  /** Everything cached below this key is refetched after a write; filters belong in it. */
  key: QueryKey
  load: (query: PageRequest, options: { signal: AbortSignal }) => Promise<Page<Row>>
  /** How the rows stay fresh. */
  options?: Pick<UseQueryOptions, 'refetchInterval' | 'meta' | 'staleTime'>
}

/** One page of a list. Behind the last page, as after deletions, it is the last one. */
export const pageQuery = <Row>(source: ListSource<Row>, { q, sort, page, size }: ListState) =>
  queryOptions({
    queryKey: [...source.key, 'page', { q, sort, page, size }],
    placeholderData: keepPreviousData,
    ...(source.options as object),
    queryFn: async ({ signal }) => {
      const search = q.trim() || undefined
      const load = async (number: number) => {
        const found = await source.load({ page: number, pageSize: size, search, sort }, { signal })
        const { rows, total = rows.length } = found
        return { rows, total, page: number, pages: Math.max(1, Math.ceil(total / size)), search }
      }
      const found = await load(page)
      return found.page > found.pages ? load(found.pages) : found
    },
  })

/** The most rows that the server puts on a page. */
const PAGE_MAX = 200

/** Every row that matches, for actions on all of them. */
export async function loadMatching<Row>(
  source: Pick<ListSource<Row>, 'load'>,
  wanted: Pick<PageRequest, 'search' | 'sort'>,
): Promise<Row[]> {
  const { signal } = new AbortController()
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const { rows, total = rows.length } = await source.load(
      { ...wanted, page, pageSize: PAGE_MAX },
      { signal },
    )
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

/** Rows of a screenful of tiles. */
const TILES = 60

interface PiecesRequest {
  search: string | undefined
  pageSize: number
  after: string | undefined
}

/** A list that grows as it is scrolled, whose pieces the server bounds in rows and bytes. */
export const piecesQuery = <Row>(
  key: QueryKey,
  q: string,
  load: (
    query: PiecesRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ rows: readonly Row[]; next: string | null }>,
) => {
  const search = q.trim() || undefined
  return infiniteQueryOptions({
    queryKey: [...key, 'pieces', search ?? ''] as const,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: after }) => ({
      ...(await load({ search, pageSize: TILES, after }, { signal })),
      search,
    }),
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), search: pages[0]?.search }),
  })
}

/** The query of a gallery or picker: a paginated list, by search. */
export type Pieces<Row> = UseInfiniteQueryResult<{ rows: Row[]; search: string | undefined }>

/** Pages a list that is in memory already: the few that have a small fixed limit. */
export function pageOfRows<Row extends object>(
  all: readonly Row[],
  { page, pageSize, search, sort }: PageRequest,
): Page<Row> {
  const wanted = search?.toLowerCase() ?? ''
  const has = (value: unknown) =>
    String(value ?? '')
      .toLowerCase()
      .includes(wanted)
  const found = all.filter((row) => Object.values(row).some(has))
  const direction = sort?.startsWith('-') ? -1 : 1
  const key = sort?.replace(/^-/, '') as keyof Row
  if (sort) found.sort((a, b) => (a[key] < b[key] ? -direction : a[key] > b[key] ? direction : 0))
  return { rows: found.slice((page - 1) * pageSize, page * pageSize), total: found.length }
}
