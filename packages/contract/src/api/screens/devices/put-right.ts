import { z } from 'zod'
import { Id } from '#api/base/entity.ts'
import { ManualSwitch } from '#api/screens/manual-switches.ts'
import { BULK_MAX } from '#body-limits.ts'

/** Screens that one call puts right. */
export const RIGHTED_MAX = BULK_MAX

/**
 * What a call did for each screen. `returned`: its manual switch ended. `restarted`: its player restarts. `manual`: only a
 * person can do it, such as planning a storyboard or turning the TV on. `offline`: it doesn't report. `nothing`: it was right.
 */
export const PutRight = z.object({
  results: z.array(
    z.object({
      id: Id,
      name: z.string(),
      did: z.enum(['returned', 'restarted', 'manual', 'offline', 'nothing']),
      /** The ended switch, to send it again. */
      switch: ManualSwitch.pick({ storyboardId: true, end: true, until: true }).optional(),
    }),
  ),
  /** Screens that differ beyond those of one call. */
  left: z.int(),
})
export type PutRight = z.infer<typeof PutRight>
