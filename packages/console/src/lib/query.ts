import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './transport.ts'

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
    },
    mutations: { networkMode: 'always' },
  },
})
