import { queryOptions } from '@tanstack/react-query'
import type { User } from '@vitrine/contract/api/accounts/users'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const usersKey = ['users'] as const

export const usersQuery = () =>
  queryOptions({
    queryKey: usersKey,
    queryFn: async ({ signal }) => (await api.users.list({}, { signal })).users,
  })

export const usersSource = {
  key: usersKey,
  load: async (query, options) => {
    const { users: rows, total } = await api.users.list({ query }, options)
    return { rows, total }
  },
} satisfies ListSource<User>
