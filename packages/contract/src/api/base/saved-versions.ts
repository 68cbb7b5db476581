import { z } from 'zod'
import type { Access } from '#permissions.ts'
import { route } from '#route.ts'
import { Id, IdParams, Timestamp, Version } from './entity.ts'

/** Saves kept of a storyboard or a schedule, the current one included; older ones are deleted. */
export const SAVED_VERSIONS_KEPT = 30

/** A save of a storyboard or a schedule. */
export const SavedVersion = z.object({
  version: z.int(),
  name: z.string(),
  /** Pages of a storyboard, time slots of a schedule. */
  parts: z.int(),
  /** The name of the person who saved it, at that time; empty for one before versions were kept. */
  savedBy: z.string(),
  savedAt: Timestamp,
  /** The call that saved it, as its entry in the audit log names it. */
  request: z.string(),
})
export type SavedVersion = z.infer<typeof SavedVersion>

/** Lists the versions of a thing, newest first. */
export const versionsRoute = <const A extends Access>(path: `/${string}`, area: A, what: string) =>
  route({
    method: 'GET',
    path: `${path}/:id/versions`,
    summary: `List earlier saves of a ${what}, newest first`,
    who: { read: area },
    params: IdParams,
    response: z.object({ versions: z.array(SavedVersion) }),
  })

/** The parameters and the body of a call that saves an earlier version again. */
export const restoring = {
  params: z.object({
    id: Id,
    version: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 31 - 1),
  }),
  body: z.object({ version: Version }),
}
