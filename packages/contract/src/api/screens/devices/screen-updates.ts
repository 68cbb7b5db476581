import { z } from 'zod'
import { LATER_CALLS } from '#player/later-calls.ts'
import { route } from '#route.ts'

const Build = z.string().regex(/^[\w.-]{1,100}$/)

export const screenUpdates = {
  /**
   * `runs` and `holds` are names of builds. A screen that has downloaded another build asks whether to start it; other
   * screens report that theirs works.
   */
  ask: route({
    ...LATER_CALLS.askUpdate,
    summary: 'Ask whether to start the newer player, and report that it works',
    who: 'device',
    body: z.object({
      runs: Build,
      holds: Build,
      /** New at every start. */
      bootId: z.string().min(1).max(40),
      /** Whether it shows what it should. */
      shows: z.boolean(),
    }),
    response: z.object({
      verdict: z.enum(['stay', 'start', 'back']),
      /** Seconds after which to ask again. */
      again: z.int(),
    }),
    budget: 'updates',
  }),
}
