import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Impact } from '@vitrine/contract/api/base/impact'
import type { TagKind, TagsAnswer, TagsChange } from '@vitrine/contract/api/base/tags'
import type { Access } from '@vitrine/contract/permissions'
import { api } from '#lib/api.ts'

const tagsKey = ['tags'] as const

/** The tags of the organization, with the kinds of things that have them. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: tagsKey,
    queryFn: async ({ signal }) => (await api.tags.list({}, { signal })).tags,
    staleTime: 60_000,
  })

interface Tagged {
  kind: TagKind
  area: Access
  write: (body: TagsChange) => Promise<TagsAnswer>
  /** What a change would do to screens; absent for things whose tags decide nothing. */
  impact?: (body: TagsChange) => Promise<Impact | undefined>
  /** The lists that show the tags. */
  lists: readonly (readonly string[])[]
}

const DRY = { dryRun: 'true' } as const

const taggedBy = (kind: TagKind, area: Access, write: Tagged['write'], list: string): Tagged => ({
  kind,
  area,
  write,
  lists: [tagsKey, [list]],
})

type TagScreens = (request: {
  query?: { dryRun?: 'true' }
  body: TagsChange
}) => Promise<TagsAnswer & { impact?: Impact | undefined }>

const screensBy = (kind: TagKind, area: Access, tagMany: TagScreens, list: string): Tagged => ({
  ...taggedBy(kind, area, (body) => tagMany({ body }), list),
  impact: async (body) => (await tagMany({ query: DRY, body })).impact,
})

/** Where tags are set and shown. */
export const TAGGED = {
  media: taggedBy('media', 'media', (body) => api.media.tagMany({ body }), 'media'),
  cards: taggedBy('page', 'cards', (body) => api.cards.tagMany({ body }), 'cards'),
  layouts: taggedBy('page', 'layouts', (body) => api.layouts.tagMany({ body }), 'layouts'),
  storyboards: taggedBy(
    'storyboard',
    'storyboards',
    (body) => api.storyboards.tagMany({ body }),
    'storyboards',
  ),
  devices: screensBy('device', 'devices', api.devices.tagMany, 'devices'),
  deviceGroups: screensBy('device-group', 'device-groups', api.deviceGroups.tagMany, 'device-groups'),
  buildings: screensBy('building', 'buildings', api.buildings.tagMany, 'buildings'),
  floors: screensBy('floor', 'buildings', api.floors.tagMany, 'buildings'),
} as const satisfies Record<string, Tagged>
export type TaggedList = keyof typeof TAGGED

export interface TaggedItem {
  id: string
  tags?: readonly string[] | undefined
}

/** The names of the tags that things of a kind have. */
export const useTagsOf = (kind: TagKind): readonly string[] =>
  (useQuery(tagsQuery()).data ?? []).flatMap(({ name, kinds }) => (kinds.includes(kind) ? [name] : []))
