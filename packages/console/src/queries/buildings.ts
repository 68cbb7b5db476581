import { queryOptions } from '@tanstack/react-query'
import type { Building } from '@vitrine/contract/api/places/buildings'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

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

export const buildingsSource = {
  key: buildingsKey,
  load: async (query, options) => {
    const { buildings: rows, total } = await api.buildings.list({ query }, options)
    return { rows, total }
  },
} satisfies ListSource<Building>
