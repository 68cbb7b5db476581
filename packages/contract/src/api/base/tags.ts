import { z } from 'zod'
import type { Access } from '#permissions.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { boundedList } from './bounded-list.ts'
import { BulkAnswer, BulkIds } from './bulk.ts'
import { Id, NamedOrganization } from './entity.ts'
import { DryRun, Impact } from './impact.ts'
import { requiredText } from './inputs.ts'

/** Things with tags; cards, layouts, and templates are pages. Screens inherit those of their group and place. */
export const TAG_KINDS = [
  'media',
  'page',
  'storyboard',
  'device',
  'device-group',
  'floor',
  'building',
] as const
export type TagKind = (typeof TAG_KINDS)[number]
/** The area that shows a kind of thing. */
export const TAG_AREAS = {
  media: 'media',
  page: 'cards',
  storyboard: 'storyboards',
  device: 'devices',
  'device-group': 'device-groups',
  floor: 'buildings',
  building: 'buildings',
} as const satisfies Record<TagKind, Access>

export const TAG_LENGTH_MAX = 30
export const TAGS_PER_ITEM_MAX = 20
export const TAGS_PER_ORGANIZATION_MAX = 500

/** A short word of the organization. Case doesn't matter; commas and semicolons separate tags. */
export const TagName = requiredText(TAG_LENGTH_MAX).regex(/^[^,;]*$/, rule('invalid'))
const TagNames = boundedList(
  z.array(TagName).max(TAGS_PER_ITEM_MAX, rule('max_value', TAGS_PER_ITEM_MAX)),
).default([])

/** Tags of a listed thing, by name; absent in answers to other calls. */
export const ItemTags = z.array(z.string()).optional()
/** Filters a list: things with this tag. */
export const TagFilter = z.string().max(TAG_LENGTH_MAX, rule('max', TAG_LENGTH_MAX)).optional()

export const TagsChange = z.object({ ids: BulkIds, add: TagNames, remove: TagNames })
export type TagsChange = z.infer<typeof TagsChange>

const Changed = z.array(z.object({ tag: z.string(), ids: z.array(Id) }))

/** `added` and `removed`: what really changed, per tag, to undo it. */
export const TagsAnswer = BulkAnswer.extend({ added: Changed, removed: Changed })
export type TagsAnswer = z.infer<typeof TagsAnswer>

/** Tagging is no edit: versions and approvals stay as they are. */
export const tagManyRoute = <A extends Access>(
  path: `/${string}`,
  { area, what }: { area: A; what: string },
) =>
  route({
    method: 'POST',
    path: `${path}/tag-many`,
    summary: `Add tags to ${what} and remove tags from them`,
    who: { write: area },
    body: TagsChange,
    response: TagsAnswer,
    errors: ['TAG_LIMIT'],
    budget: 'bulk',
  })

/** Tags of screens, and of what they are in, decide what plays on them. */
export const tagScreensRoute = <A extends Access>(
  path: `/${string}`,
  { area, what }: { area: A; what: string },
) => {
  const tagMany = tagManyRoute(path, { area, what })
  return route({
    ...tagMany,
    summary: `${tagMany.summary}; \`dryRun\` only reports what would change on screens`,
    query: DryRun,
    response: TagsAnswer.extend({ impact: Impact.optional() }),
  })
}

export const tags = {
  list: route({
    method: 'GET',
    path: '/tags',
    summary: 'List the tags in use, with the kinds of things that have them',
    who: { read: 'lookups' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({
      tags: z.array(z.object({ name: z.string(), kinds: z.array(z.enum(TAG_KINDS)) })),
    }),
  }),
}
