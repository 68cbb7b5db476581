import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { AuditFilter } from '@vitrine/contract/api/operations/audit'
import { api } from '#lib/api.ts'

const auditKey = ['audit'] as const

/** The audit log, newest first, a page at a time. Every change anywhere makes it stale. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...auditKey, filter],
    queryFn: ({ pageParam, signal }) =>
      api.audit.list({ query: { ...filter, ...(pageParam !== null && { before: pageParam }) } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: { live: true },
  })
