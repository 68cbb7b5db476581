import { QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { ApiError } from './server/transport.ts'

/** Comparing a longer list would block the page for longer than re-rendering it. */
const COMPARED_MOST = 500

const isLong = (data: unknown) =>
  [data, ...Object.values(data ?? {})].some((part) => Array.isArray(part) && part.length > COMPARED_MOST)

/** What the server has said, kept while the console is open. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays one; only a server that was not reached or had a problem is asked again.
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      retryDelay: (count) => 500 * 2 ** count,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      // Unchanged data keeps its identity, to avoid rendering.
      structuralSharing: (before, data) => (isLong(data) ? data : replaceEqualDeep(before, data)),
    },
    mutations: { networkMode: 'always' },
  },
})
