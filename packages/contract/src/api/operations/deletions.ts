import { z } from 'zod'
import { BulkIds } from '#api/base/bulk.ts'
import { Id } from '#api/base/entity.ts'
import { Usage } from '#api/content/used-by.ts'
import { ERRORS, type ErrorKey } from '#errors.ts'
import type { Access } from '#permissions.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** The kinds whose deletion can be refused, with the permission that it needs. */
export const DELETION_AREAS = {
  media: 'media',
  folder: 'media',
  card: 'cards',
  layout: 'layouts',
  part: 'layouts',
  storyboard: 'storyboards',
  source: 'media',
  building: 'buildings',
  'screen-field': 'devices',
  trigger: 'devices',
  licence: 'licences',
  organization: 'organizations',
  role: 'roles',
  user: 'users',
} as const satisfies Record<string, Access>
export type DeletionKind = keyof typeof DELETION_AREAS
export const DELETION_KINDS = Object.keys(DELETION_AREAS) as [DeletionKind, ...DeletionKind[]]

/** Kinds that can be removed from what uses them. */
export const REMOVABLE_KINDS = ['media', 'folder', 'card', 'layout', 'storyboard', 'building'] as const
export type RemovableKind = (typeof REMOVABLE_KINDS)[number]

/** The most uses that one call removes. */
export const REMOVED_USES_MAX = 100

/**
 * What can be done about a use. `remove`: *Remove everywhere* takes it out. `idle`: likewise, and the screens of the group show
 * nothing outside its time slots then. `permission`: the caller may not change the
 * user. `last`: the user would be left empty. `first`: people have to change or end the user themselves.
 */
const USE_WAYS = ['remove', 'idle', 'permission', 'last', 'first'] as const
export type UseWay = (typeof USE_WAYS)[number]

const KnownUse = Usage.extend({ way: z.enum(USE_WAYS) })
export type KnownUse = z.infer<typeof KnownUse>

/** What deleting an item would answer now. */
const DeletionOutlook = z.object({
  id: Id,
  /** Null: it can be deleted. */
  refusal: z
    .object({
      errKey: z.enum(Object.keys(ERRORS) as [ErrorKey, ...ErrorKey[]]),
      message: z.string(),
    })
    .nullable(),
  /** The first users, and their total number. */
  usedIn: z.array(KnownUse),
  uses: z.int(),
  /** Whether *Remove everywhere* would succeed. */
  isRemovable: z.boolean(),
})
export type DeletionOutlook = z.infer<typeof DeletionOutlook>

export const deletions = {
  look: route({
    method: 'POST',
    path: '/deletions/look',
    summary: 'Say whether items can be deleted, what uses them, and whether they can be removed from there',
    who: { read: 'lookups' },
    write: false,
    body: z.object({ kind: z.enum(DELETION_KINDS, rule('invalid')), ids: BulkIds }),
    response: z.object({ items: z.array(DeletionOutlook) }),
    budget: 'summaries',
  }),
  everywhere: route({
    method: 'POST',
    path: '/deletions/everywhere',
    summary:
      'Remove items from everything that uses them, then delete them: all or nothing; fails if there are more users than `uses`',
    event: 'items.removed-everywhere',
    who: { write: 'trash' },
    everywhere: true,
    fullDisk: 'allow',
    body: z.object({
      kind: z.enum(REMOVABLE_KINDS, rule('invalid')),
      ids: BulkIds,
      /** The number of uses that the caller has seen. */
      uses: z.int().min(0).max(REMOVED_USES_MAX),
    }),
    response: z.object({ done: z.array(Id), removedFrom: z.array(Usage) }),
    budget: 'bulk',
  }),
}
