import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const buildingsKey = ['buildings'] as const

export const buildingsQuery = () =>
  queryOptions({
    queryKey: buildingsKey,
    queryFn: async ({ signal }) => (await api.buildings.list({}, { signal })).buildings,
  })

export const buildingQuery = (id: string) =>
  queryOptions({
    queryKey: [...buildingsKey, id],
    queryFn: async ({ signal }) => (await api.buildings.get({ params: { id } }, { signal })).building,
  })
