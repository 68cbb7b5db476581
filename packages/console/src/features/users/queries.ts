import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const usersKey = ['users'] as const

export const usersQuery = () =>
  queryOptions({
    queryKey: usersKey,
    queryFn: async ({ signal }) => (await api.users.list({}, { signal })).users,
  })
