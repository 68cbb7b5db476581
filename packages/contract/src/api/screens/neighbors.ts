import { z } from 'zod'
import { Id, idList } from '#api/base/entity.ts'
import { LATER_CALLS } from '#player/later-calls.ts'
import { route } from '#route.ts'
import { CommandResult } from './commands.ts'

/** Maximum neighbors that a screen avoids. */
export const AVOIDED_MAX = 50
/** Maximum characters of a description: notices between servers are limited to 8,000 bytes. */
export const DESCRIPTION_MAX = 5000

/**
 * Where a screen gets a file from. `fetch`: from the server. `take`: from the screen `from` on the same network.
 * `wait`: another screen is downloading it; ask again after `again` milliseconds.
 */
export const FileSource = z.discriminatedUnion('act', [
  z.object({ act: z.literal('fetch') }),
  z.object({ act: z.literal('take'), from: Id }),
  z.object({ act: z.literal('wait'), again: z.number() }),
])
export type FileSource = z.infer<typeof FileSource>

/**
 * Lets screens of one organization and network share files directly: the file's bytes never pass through the server.
 */
export const neighbors = {
  /** Repeated every few seconds during a download: a screen that reports no progress gives up its slot. */
  find: route({
    ...LATER_CALLS.findNeighbor,
    summary: 'Find out where to download a file: from the server, or from a screen in the same network',
    who: 'device',
    write: false,
    params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    body: z.object({
      /** Bytes received. */
      got: z.int().min(0),
      /** The file is complete and verified: neighbors may take it from this screen. */
      holds: z.boolean(),
      avoid: idList(z.array(Id).max(AVOIDED_MAX)),
      /** Total bytes, which determine how long to wait for other screens. */
      size: z.int().min(0).optional(),
    }),
    response: z.object({ source: FileSource }),
    budget: 'neighbors',
  }),
  signal: route({
    ...LATER_CALLS.signalNeighbor,
    summary: 'Send a WebRTC signaling message to a screen in the same network',
    who: 'device',
    write: false,
    body: z.object({
      to: Id,
      call: z.string().regex(/^[0-9a-zA-Z-]{8,40}$/),
      type: z.enum(['offer', 'answer']),
      description: z.string().min(1).max(DESCRIPTION_MAX),
    }),
    response: CommandResult,
    errors: ['NOT_FOUND'],
    budget: 'signals',
  }),
}
