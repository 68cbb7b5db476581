import { queryOptions, useQuery } from '@tanstack/react-query'
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
  /** The lists that show the tags. */
  lists: readonly (readonly string[])[]
}

const taggedBy = (kind: TagKind, area: Access, write: Tagged['write'], list: string): Tagged => ({
  kind,
  area,
  write,
  lists: [tagsKey, [list]],
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
  devices: taggedBy('device', 'devices', (body) => api.devices.tagMany({ body }), 'devices'),
  deviceGroups: taggedBy(
    'device-group',
    'device-groups',
    (body) => api.deviceGroups.tagMany({ body }),
    'device-groups',
  ),
  buildings: taggedBy('building', 'buildings', (body) => api.buildings.tagMany({ body }), 'buildings'),
  floors: taggedBy('floor', 'buildings', (body) => api.floors.tagMany({ body }), 'buildings'),
} as const satisfies Record<string, Tagged>
export type TaggedList = keyof typeof TAGGED

export interface TaggedItem {
  id: string
  tags?: readonly string[] | undefined
}

/** The names of the tags that things of a kind have. */
export const useTagsOf = (kind: TagKind): readonly string[] =>
  (useQuery(tagsQuery()).data ?? []).flatMap(({ name, kinds }) => (kinds.includes(kind) ? [name] : []))
