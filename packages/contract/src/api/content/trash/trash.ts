import { z } from 'zod'
import { BulkIds, BulkRefusal, removeManyRoute } from '#api/base/bulk.ts'
import {
  Id,
  IdAnswer,
  IdParams,
  IsReadOnly,
  ListQuery,
  OrganizationHint,
  Timestamp,
} from '#api/base/entity.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { TRASH_KEPT_DAYS, TRASH_KINDS } from './kinds.ts'

export const TrashKind = z.enum(TRASH_KINDS, rule('invalid'))

export const TrashItem = z.object({
  /** The deleted item's id, which restoring reuses. */
  id: Id,
  kind: TrashKind,
  name: z.string(),
  /** Whether `GET /trash/:id/picture` has a thumbnail. */
  hasPicture: z.boolean(),
  /** Media items in a folder; 0 for other kinds. */
  files: z.int(),
  /** Bytes used. */
  size: z.int(),
  /** The name of the person who deleted it, at that time; '' for someone from another organization. */
  deletedBy: z.string(),
  deletedAt: Timestamp,
  /** Deleted permanently after this time. */
  expiresAt: Timestamp,
  isReadOnly: IsReadOnly,
  organizationId: Id,
})
export type TrashItem = z.infer<typeof TrashItem>

/** A restored item. */
export const Restored = z.object({
  id: Id,
  kind: TrashKind,
  name: z.string(),
  /** Its previous name, if another item has taken it. */
  renamedFrom: z.string().nullable(),
  /** Items that it shows or plays, restored with it. */
  also: z.array(z.object({ id: Id, kind: TrashKind, name: z.string() })),
  /**
   * Number of items that it showed, played, or contained and that no longer exist or belong elsewhere; restored without
   * them.
   */
  missing: z.int(),
})
export type Restored = z.infer<typeof Restored>

export const trash = {
  list: route({
    method: 'GET',
    path: '/trash',
    summary: `List the trash of the last ${TRASH_KEPT_DAYS} days with its total size, newest first`,
    who: { read: 'trash' },
    query: ListQuery.extend({ kind: TrashKind.or(z.literal('').transform(() => undefined)).optional() }),
    response: z.object({ trash: z.array(TrashItem), bytes: z.int(), total: z.int().optional() }),
  }),
  picture: route({
    method: 'GET',
    path: '/trash/:id/picture',
    summary: 'Get the thumbnail of a deleted item',
    who: { read: 'trash', file: true },
    params: IdParams,
    response: 'file',
  }),
  restore: route({
    method: 'POST',
    path: '/trash/:id/restore',
    summary: 'Restore a deleted item and its contents under the same ids',
    event: 'trash.restored',
    who: { write: 'trash' },
    params: IdParams,
    response: z.object({ restored: Restored }),
    errors: ['PARTS_GONE', 'TRASH_DAMAGED', 'STORAGE_LIMIT'],
  }),
  restoreMany: route({
    method: 'POST',
    path: '/trash/restore-many',
    summary: 'Restore several deleted items, each completely or not at all',
    event: 'trash.restored',
    who: { write: 'trash' },
    body: z.object({ ids: BulkIds }),
    response: z.object({
      done: z.array(Id),
      refused: z.array(BulkRefusal),
      restored: z.array(Restored),
    }),
    budget: 'bulk',
  }),
  remove: route({
    method: 'DELETE',
    path: '/trash/:id',
    summary: 'Delete an item from the trash permanently',
    who: { write: 'trash' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
  }),
  removeMany: removeManyRoute('/trash', {
    area: 'trash',
    summary: 'Delete several items from the trash permanently',
    event: 'trash.deleted',
  }),
}
