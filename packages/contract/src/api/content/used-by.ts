import { z } from 'zod'
import { Id } from '#api/base/entity.ts'
import { USER_KINDS, type UsedBy } from '#errors.ts'

/** An item that uses another. */
export const Usage = z.object({
  kind: z.enum(USER_KINDS),
  id: Id,
  name: z.string(),
  type: z.enum(['standard', 'designed']).optional(),
}) satisfies z.ZodType<UsedBy>

/** The first users by name, and their total number. */
export const Usages = z.object({ first: z.array(Usage), total: z.int() })
