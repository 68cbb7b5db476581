import { z } from 'zod'
import { Id, IdAnswer, IdParams, Timestamp } from '#api/entity.ts'
import { route } from '#route.ts'

/** A browser that one is signed in with. */
export const SignedIn = z.object({
  id: Id,
  /** The one that asks. */
  current: z.boolean(),
  kiosk: z.boolean(),
  /** What the browser said of itself when it signed in; empty where it said nothing. */
  userAgent: z.string(),
  /** null for those that signed in before this was noted. */
  startedAt: Timestamp.nullable(),
  /** When it last renewed its session, which browsers in use do every quarter of an hour. */
  usedAt: Timestamp,
})
export type SignedIn = z.infer<typeof SignedIn>

export const sessions = {
  list: route({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List your sessions, most recently used first',
    who: { read: 'profile' },
    response: z.object({ sessions: z.array(SignedIn) }),
  }),
  end: route({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'End one of your sessions',
    who: { write: 'profile' },
    params: IdParams,
    response: IdAnswer,
  }),
  endOthers: route({
    method: 'POST',
    path: '/auth/sessions/end-others',
    summary: 'End all your other sessions',
    event: 'sessions.ended',
    who: { write: 'profile' },
    fullDisk: 'allow',
    response: z.object({ ended: z.int() }),
  }),
}
