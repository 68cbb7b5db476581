import { z } from 'zod'
import { Id, IdAnswer, IdParams, Timestamp } from '#api/base/entity.ts'
import { route } from '#route.ts'

/** A browser in which the user is logged in. */
export const SignedIn = z.object({
  id: Id,
  /** The session of this request. */
  current: z.boolean(),
  kiosk: z.boolean(),
  /** The host of the provider that the person logged in at; null: with a password. */
  provider: z.string().nullable(),
  /** The browser's User-Agent at login; empty if it sent none. */
  userAgent: z.string(),
  /** Where it last renewed its session from; null for sessions older than this field. */
  address: z.string().nullable(),
  /** Null for sessions older than this field. */
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
    keys: false,
    response: z.object({ sessions: z.array(SignedIn) }),
  }),
  end: route({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'End one of your sessions',
    who: { write: 'profile' },
    keys: false,
    params: IdParams,
    response: IdAnswer,
  }),
  endOthers: route({
    method: 'POST',
    path: '/auth/sessions/end-others',
    summary: 'End all your other sessions',
    event: 'sessions.ended',
    who: { write: 'profile' },
    keys: false,
    fullDisk: 'allow',
    response: z.object({ ended: z.int() }),
  }),
}
