import { z } from 'zod'
import { Id, Timestamp } from '#api/base/entity.ts'
import { LayoutDocument } from './page-document.ts'

/** Versions kept per page, including the current one; older ones are deleted. */
export const VERSIONS_KEPT = 30

/** A save of a card or a layout. */
export const PageVersion = z.object({
  version: z.int(),
  name: z.string(),
  /** The name of the person who saved it, at that time. */
  savedBy: z.string(),
  savedAt: Timestamp,
})
export type PageVersion = z.infer<typeof PageVersion>

export const PageVersionParams = z.object({
  id: Id,
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})
/** Newest first. */
export const PageVersionsAnswer = z.object({ versions: z.array(PageVersion) })
/** Leaves out media that have been deleted since, so the answer can be saved again as the newest version. */
export const PageVersionAnswer = z.object({ version: PageVersion.extend({ document: LayoutDocument }) })
