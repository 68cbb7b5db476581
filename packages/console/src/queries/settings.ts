import { queryOptions } from '@tanstack/react-query'
import type { OutboxMessage } from '@vitrine/contract/api/base/outbox'
import type { AlertRule } from '@vitrine/contract/api/operations/alerts'
import type { Backup } from '@vitrine/contract/api/operations/backups'
import { api } from '#lib/api.ts'
import { type ListSource, pageOfRows } from '#ui/list/list-source.ts'

export const kioskKey = ['kiosk'] as const

export const kioskQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...kioskKey, organizationId],
    queryFn: async ({ signal }) =>
      (await api.kiosk.get({ params: { id: organizationId } }, { signal })).kiosk,
  })

export const providerKey = ['identity-provider'] as const

export const providerQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...providerKey, organizationId],
    queryFn: ({ signal }) => api.identityProvider.get({ params: { id: organizationId } }, { signal }),
  })

const WARNINGS_MS = 60_000

/** Warnings about the server, for admins only. */
export const warningsQuery = () =>
  queryOptions({
    queryKey: ['system', 'warnings'],
    queryFn: async ({ signal }) => (await api.system.warnings({}, { signal })).warnings,
    refetchInterval: WARNINGS_MS,
    staleTime: WARNINGS_MS / 2,
  })

export const systemQuery = () =>
  queryOptions({
    queryKey: ['system'],
    queryFn: async ({ signal }) => (await api.system.get({}, { signal })).system,
    refetchInterval: WARNINGS_MS,
    staleTime: 0,
  })

const REFRESH_MS = 10_000

export const outboxSource = {
  key: ['outbox'],
  load: async (query, options) => {
    const { messages: rows, total } = await api.outbox.list({ query }, options)
    return { rows, total }
  },
  options: { refetchInterval: REFRESH_MS, staleTime: 0 },
} satisfies ListSource<OutboxMessage>

export const alertsKey = ['alerts'] as const

export const alertsSource = {
  key: [...alertsKey, 'list'],
  load: async (query, options) => {
    const { alerts: rows, total } = await api.alerts.list({ query }, options)
    return { rows, total }
  },
} satisfies ListSource<AlertRule>

/** The latest messages, newest first. */
export const alertMessagesQuery = () =>
  queryOptions({
    queryKey: [...alertsKey, 'messages'],
    queryFn: async ({ signal }) =>
      (await api.alerts.messages({ query: { page: 1, pageSize: 25 } }, { signal })).messages,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })

export const backupsKey = ['backups'] as const
/** Poll quickly while a job is running. */
const WATCH_MS = 2000

export const backupsQuery = () =>
  queryOptions({
    queryKey: [...backupsKey, 'list'],
    queryFn: ({ signal }) => api.backups.list({}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.running || data?.restoring ? WATCH_MS : REFRESH_MS),
    staleTime: 0,
  })

export const checkQuery = () =>
  queryOptions({
    queryKey: [...backupsKey, 'check'],
    queryFn: ({ signal }) => api.backups.checked({}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.running ? WATCH_MS : REFRESH_MS),
    staleTime: 0,
  })

export const drillQuery = () =>
  queryOptions({
    queryKey: [...backupsKey, 'drill'],
    queryFn: ({ signal }) => api.backups.drilled({}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.running ? WATCH_MS : REFRESH_MS),
    staleTime: 0,
  })

export const backupsSource = {
  key: [...backupsKey, 'list'],
  load: async (query, options) => pageOfRows((await api.backups.list({}, options)).backups, query),
  options: { refetchInterval: REFRESH_MS, staleTime: 0 },
} satisfies ListSource<Backup>
