import { z } from 'zod'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/**
 * `raise` shows the storyboard; `clear` ends it. `key`: what happened, such as a door. The storyboard shows until every
 * key that was raised is cleared or has ended; raising a key again starts its time again.
 */
const Fired = z.object({
  action: z.enum(['raise', 'clear']).default('raise'),
  key: z.string().max(100, rule('max', 100)).default(''),
})
const Address = z.object({ token: z.string().max(100) })
const Answer = z.object({
  /** Screens of the group. */
  screens: z.int(),
  /** Milliseconds since 1970; null: until it is cleared, or nothing shows. */
  until: z.number().nullable(),
})

/** The addresses that triggers are. */
export const triggerCalls = {
  fire: route({
    method: 'POST',
    path: '/trigger/:token',
    summary: 'Raise or clear a trigger',
    who: 'public',
    signed: true,
    params: Address,
    body: Fired.default({ action: 'raise', key: '' }),
    fullDisk: 'allow',
    response: Answer,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'NOT_APPROVED', 'TOO_MANY_REQUESTS'],
  }),
  open: route({
    method: 'GET',
    path: '/trigger/:token',
    summary: 'Raise or clear a trigger with a link, if it allows links',
    who: 'public',
    write: true,
    params: Address,
    query: Fired,
    fullDisk: 'allow',
    response: Answer,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'NOT_APPROVED', 'TOO_MANY_REQUESTS'],
  }),
}
