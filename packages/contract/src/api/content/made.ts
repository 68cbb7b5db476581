import { z } from 'zod'
import { Id } from '#api/base/entity.ts'

/** The id of what a page or storyboard was made to play; null if a person made it, or has edited it. */
export const MadeFor = Id.nullable()

/** '0': without what was made to play something else; '1': only that; absent: both. */
export const MadeFilter = z.enum(['0', '1']).optional()
