import { z } from 'zod'
import { BULK_MAX } from '#body-limits.ts'
import { ERRORS, type ErrorKey, USER_KINDS } from '#errors.ts'
import type { Access } from '#permissions.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Id, idList } from './entity.ts'

export const BulkIds = idList(z.array(Id).min(1, rule('required')).max(BULK_MAX, rule('max_value', BULK_MAX)))

const UsedBy = z.object({
  kind: z.enum(USER_KINDS),
  id: Id,
  name: z.string(),
  type: z.enum(['standard', 'designed']).optional(),
})

/** Why one item of a bulk call was left unchanged, as the call for that item alone would answer. */
export const BulkRefusal = z.object({
  id: Id,
  errKey: z.enum(Object.keys(ERRORS) as [ErrorKey, ...ErrorKey[]]),
  message: z.string(),
  usedIn: z.array(UsedBy).optional(),
})
export type BulkRefusal = z.infer<typeof BulkRefusal>

/** Each item is changed completely or not at all, independently of the others. */
export const BulkAnswer = z.object({ done: z.array(Id), refused: z.array(BulkRefusal) })
export type BulkAnswer = z.infer<typeof BulkAnswer>

/** Deletes several things of a kind. `event`: what the security log calls a deletion of this kind. */
export const removeManyRoute = <A extends Access>(
  path: `/${string}`,
  { area, summary, event }: { area: A; summary: string; event: string },
) =>
  route({
    method: 'POST',
    path: `${path}/remove-many`,
    summary,
    event,
    who: { write: area },
    body: z.object({ ids: BulkIds }),
    fullDisk: 'allow',
    response: BulkAnswer,
    budget: 'bulk',
  })
