import { QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { ApiError } from './server/transport.ts'

/** Comparing longer lists would block the page longer than re-rendering it. */
const COMPARED_MOST = 500

const isLong = (data: unknown) =>
  [data, ...Object.values(data ?? {})].some((part) => Array.isArray(part) && part.length > COMPARED_MOST)

/** The query cache of the console. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Don't retry refusals; retry network errors and server errors.
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      retryDelay: (count) => 500 * 2 ** count,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      // Unchanged data keeps its identity, to avoid re-rendering.
      structuralSharing: (before, data) => (isLong(data) ? data : replaceEqualDeep(before, data)),
    },
    mutations: { networkMode: 'always' },
  },
})
