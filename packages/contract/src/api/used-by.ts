import { z } from 'zod'
import { USER_KINDS, type UsedBy } from '#errors.ts'
import { Id } from './entity.ts'

/** What uses a thing. */
export const Usage = z.object({
  kind: z.enum(USER_KINDS),
  id: Id,
  name: z.string(),
  type: z.enum(['standard', 'designed']).optional(),
}) satisfies z.ZodType<UsedBy>

/** The first of them by name, and how many there are. */
export const Usages = z.object({ first: z.array(Usage), total: z.int() })
