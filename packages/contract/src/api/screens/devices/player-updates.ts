import { z } from 'zod'
import { Id, IdParams, Instant, NamedOrganization } from '#api/base/entity.ts'
import { route } from '#route.ts'

/** `ended`: the server has a different player by now. `back`: screens return to their previous player. */
export const UPDATE_STATUSES = ['running', 'stopped', 'back', 'ended'] as const
export type UpdateStatus = (typeof UPDATE_STATUSES)[number]

/**
 * Why a screen isn't healthy: it never reported, keeps restarting, shows nothing, or returned to its previous player.
 */
export const UPDATE_FAILURES = ['silent', 'restarts', 'blank', 'returned'] as const
export type UpdateFailure = (typeof UPDATE_FAILURES)[number]

/** Rollout of a new player to an organization's screens. */
export const PlayerUpdate = z.object({
  id: Id,
  version: z.string(),
  status: z.enum(UPDATE_STATUSES),
  startedAt: Instant,
  stoppedAt: Instant.nullable(),
  /** Who decided last; null if the server did. */
  decidedBy: z.string().nullable(),
  /** Number of screens that must be healthy before the others update. */
  canaries: z.int(),
  screens: z.int(),
  healthy: z.int(),
  /** Screens that were allowed to start it and haven't reported yet. */
  open: z.int(),
  /** The latest, at most `FAILED_LISTED`. */
  failed: z.array(z.object({ deviceId: Id, name: z.string(), why: z.enum(UPDATE_FAILURES), at: Instant })),
  failedCount: z.int(),
  returned: z.int(),
})
export type PlayerUpdate = z.infer<typeof PlayerUpdate>
export const FAILED_LISTED = 50

export const UPDATE_DECISIONS = ['stop', 'resume', 'back'] as const

export const playerUpdates = {
  current: route({
    method: 'GET',
    path: '/devices/player-update',
    summary: 'Get the progress of the latest player update',
    who: { read: 'devices' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ update: PlayerUpdate.nullable() }),
  }),
  decide: route({
    method: 'POST',
    path: '/devices/player-update/:id',
    summary: 'Stop or resume a player update, or return its screens to their previous player',
    who: { write: 'devices' },
    everywhere: true,
    params: IdParams,
    body: z.object({ decision: z.enum(UPDATE_DECISIONS) }),
    response: z.object({ update: PlayerUpdate }),
    errors: ['NOT_FOUND'],
  }),
}
