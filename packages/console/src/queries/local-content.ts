import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const localContentKey = ['local-content'] as const

/** Buildings with their floors, as far as the person sees them. */
export const localPlacesQuery = () =>
  queryOptions({
    queryKey: [...localContentKey, 'places'],
    queryFn: async ({ signal }) => (await api.localContent.places({ query: {} }, { signal })).places,
  })

/** The local slots at a place, and what it shows there. */
export const localSlotsQuery = (placeId: string) =>
  queryOptions({
    queryKey: [...localContentKey, 'slots', placeId],
    queryFn: async ({ signal }) => (await api.localContent.slots({ query: { placeId } }, { signal })).slots,
    // Head office may just have changed the slots.
    staleTime: 0,
  })
