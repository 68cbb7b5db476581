import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { ListState } from './list-state.ts'

/** A request for one page of a list. */
export interface PageRequest {
  page: number
  pageSize: number
  search: string | undefined
  tag?: string | undefined
  /** A field's name, prefixed with `-` for descending order. */
  sort: string | undefined
}

interface Page<Row> {
  rows: readonly Row[]
  total?: number | undefined
}

/** The data source of a table. */
export interface ListSource<Row> {
  /** The root of its query keys, which writes invalidate; include filters in it. */
  key: QueryKey
  load: (query: PageRequest, options: { signal: AbortSignal }) => Promise<Page<Row>>
  /** Query options that keep the rows fresh. */
  options?: Pick<UseQueryOptions, 'refetchInterval' | 'meta' | 'staleTime'>
}

/** One page of a list. Beyond the end, for example after deletions, returns the last page. */
export const pageQuery = <Row>(source: ListSource<Row>, { q, tag, sort, page, size }: ListState) =>
  queryOptions({
    queryKey: [...source.key, 'page', { q, tag, sort, page, size }],
    placeholderData: keepPreviousData,
    ...(source.options as object),
    queryFn: async ({ signal }) => {
      const search = q.trim() || undefined
      const load = async (number: number) => {
        const found = await source.load({ page: number, pageSize: size, search, tag, sort }, { signal })
        const { rows, total = rows.length } = found
        return { rows, total, page: number, pages: Math.max(1, Math.ceil(total / size)), search, tag }
      }
      const found = await load(page)
      return found.page > found.pages ? load(found.pages) : found
    },
  })

/** The server's maximum page size. */
const PAGE_MAX = 200

/** Loads all matching rows, for bulk actions. */
export async function loadMatching<Row>(
  source: Pick<ListSource<Row>, 'load'>,
  wanted: Pick<PageRequest, 'search' | 'tag' | 'sort'>,
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

/** Rows per page of a gallery: about a screenful of tiles. */
const TILES = 60

interface PiecesRequest {
  tag?: string | undefined
  search: string | undefined
  pageSize: number
  after: string | undefined
}

/** An infinite list whose pages the server limits in rows and bytes. */
export const piecesQuery = <Row>(
  key: QueryKey,
  { q, tag }: Pick<ListState, 'q'> & Partial<Pick<ListState, 'tag'>>,
  load: (
    query: PiecesRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ rows: readonly Row[]; next: string | null }>,
) => {
  const search = q.trim() || undefined
  return infiniteQueryOptions({
    queryKey: [...key, 'pieces', search ?? '', ...(tag === undefined ? [] : [tag])] as const,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: after }) => ({
      ...(await load({ search, tag, pageSize: TILES, after }, { signal })),
      search,
      tag,
    }),
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => ({
      rows: pages.flatMap(({ rows }) => rows),
      search: pages[0]?.search,
      tag: pages[0]?.tag,
    }),
  })
}

/** The query of a gallery or picker: an infinite list with a search. */
export type Pieces<Row> = UseInfiniteQueryResult<{
  rows: Row[]
  search: string | undefined
  tag: string | undefined
}>

/** Pages an in-memory list, for the few lists with a small fixed limit. */
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
