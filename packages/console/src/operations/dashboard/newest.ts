import { queryOptions } from '@tanstack/react-query'
import { type Access, can } from '@vitrine/contract/permissions'
import { api } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import { cardsKey } from '#queries/cards.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { layoutsKey } from '#queries/layouts.ts'
import { mediaKey } from '#queries/media.ts'
import { storyboardsKey } from '#queries/storyboards.ts'

/** Records listed under *Recent*. */
export const RECENT = 7
const NEWEST = { page: 1, pageSize: RECENT, sort: '-updatedAt' }
/** Without what only plays something else. */
const NEWEST_MADE = { ...NEWEST, made: '0' } as const
const KEPT_MS = 60_000

interface Page<T> {
  rows: readonly T[]
  /** Of the whole list. */
  total: number | undefined
}

/** Of an area that the person doesn't see: none. */
const newest = <T>(key: readonly unknown[], area: Access, load: (signal: AbortSignal) => Promise<Page<T>>) =>
  queryOptions({
    queryKey: [...key, 'newest'],
    queryFn: async ({ signal }): Promise<Page<T>> => {
      const { profile } = session.get()
      return profile && can(profile, 'read', area) ? load(signal) : { rows: [], total: undefined }
    },
    staleTime: KEPT_MS,
  })

/** The newest records of each kind with the count of all: for *Recent* and the totals. */
export const newestMedia = newest(mediaKey, 'media', async (signal) => {
  const query = { search: '', page: 1, pageSize: RECENT, sort: '-createdAt' }
  const { media } = await api.media.list({ query }, { signal })
  return { rows: media.media, total: media.total }
})
export const newestCards = newest(cardsKey, 'cards', async (signal) => {
  const { cards: rows, total } = await api.cards.list({ query: NEWEST_MADE }, { signal })
  return { rows, total }
})
export const newestLayouts = newest(layoutsKey, 'layouts', async (signal) => {
  const { layoutList: rows, total } = await api.layouts.list({ query: NEWEST_MADE }, { signal })
  return { rows, total }
})
export const newestStoryboards = newest(storyboardsKey, 'storyboards', async (signal) => {
  const { storyboards: rows, total } = await api.storyboards.list({ query: NEWEST_MADE }, { signal })
  return { rows, total }
})
export const newestGroups = newest(deviceGroupsKey, 'device-groups', async (signal) => {
  const { devicesGroups: rows, total } = await api.deviceGroups.list({ query: NEWEST }, { signal })
  return { rows, total }
})
