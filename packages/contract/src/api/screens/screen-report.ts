import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, Instant } from '#api/base/entity.ts'
import { PAIRING_ALPHABET, PAIRING_LENGTH, SHAPE_COLORS, SHAPES } from '#player/pairing.ts'
import { PANEL_STATES } from '#player/panel.ts'
import { STEP_MOST_MS, STEPS_OF_KIND, WHY_LENGTH_MAX } from '#player/report-limits.ts'
import { VIDEO_FAMILY_NAMES } from '#player/video-families.ts'

export const PairingCode = z
  .string()
  .transform((text) => text.toUpperCase().replace(/[^A-Z]/g, ''))
  .pipe(z.string().regex(new RegExp(`^[${PAIRING_ALPHABET}]{${PAIRING_LENGTH}}$`)))

/** Part of a player link, by which the console that made the link finds the screen. */
export const PairingHint = z.string().regex(/^[\da-f]{16}$/)

export const PairingSign = z.object({ shape: z.enum(SHAPES), colour: z.enum(SHAPE_COLORS) })
export type PairingSign = z.infer<typeof PairingSign>

/**
 * A screen's own description. Pixels are CSS pixels of the window times the device pixel ratio, in the screen's
 * orientation.
 */
export const ScreenFacts = z.object({
  width: z.int().min(0).max(100_000),
  height: z.int().min(0).max(100_000),
  userAgent: z.string().max(500),
  playerVersion: z.string().max(40),
  /** File storage: `cache` survives a reload without the server, `memory` (plain http) doesn't. */
  storage: z.enum(['cache', 'indexeddb', 'memory']),
  touch: z.boolean(),
  /** The URL at which it opened the player. */
  address: z.string().max(300).optional(),
  /** `refused`: the browser mutes sound until someone touches the screen. */
  sound: z.enum(['silent', 'on', 'refused']).optional(),
  /** Codec families that its browser reports as playable; absent until probed, after the first frame. */
  decodes: boundedList(z.array(z.enum(VIDEO_FAMILY_NAMES)).max(VIDEO_FAMILY_NAMES.length)).optional(),
  panel: z.enum(PANEL_STATES).optional(),
})
export type ScreenFacts = z.infer<typeof ScreenFacts>

export const PlayingReport = z.object({
  storyboardId: Id.nullable(),
  pageId: Id.nullable(),
  reason: z.enum(['default', 'slot', 'override', 'action', 'takeover', 'nothing']),
  since: Instant,
  /** When the first frame of this storyboard appeared; null until then. */
  seenAt: Instant.nullable().optional(),
  /** What should play instead, or in a layer of the schedule, but can't be shown, and why; null if all is well. */
  failing: z
    .object({ storyboardId: Id, why: z.string().max(WHY_LENGTH_MAX) })
    .nullable()
    .optional(),
})
export type PlayingReport = z.infer<typeof PlayingReport>

export const ReportRevision = z.string().min(1).max(60)

const Room = z.object({ free: z.number().min(0), total: z.number().min(0) })
/** Health of the player's machine, from its helper; null: unknown. */
export const MachineFacts = z.object({
  /** Whole degrees Celsius. */
  temperature: z.number().nullable(),
  disk: Room.nullable(),
  memory: Room.nullable(),
  /** Signal in dBm; null on a cable. */
  wifi: z.number().nullable(),
  /** Seconds. */
  uptime: z.number().nullable(),
  browser: z.string().max(40).nullable(),
})
export type MachineFacts = z.infer<typeof MachineFacts>

/** `page`: a page appeared; `start`: a video is about to play; `video`: a video plays. */
export const STEP_KINDS = ['page', 'start', 'video'] as const
export type StepKind = (typeof STEP_KINDS)[number]
/** Milliseconds by which something appeared after its planned instant `at`, by the screen's own clock. */
export const StepSample = z.object({
  kind: z.enum(STEP_KINDS),
  at: Instant,
  ms: z.number().min(-STEP_MOST_MS).max(STEP_MOST_MS),
})
export type StepSample = z.infer<typeof StepSample>

/** Sent after every switch and about every half hour. Heartbeats in between name only its revision. */
export const Heartbeat = z.object({
  screen: ScreenFacts,
  /** Hashes of the parts that the screen has verified, and of those on screen. */
  held: z.object({ group: z.string().max(64), device: z.string().max(64) }),
  shown: z.object({ group: z.string().max(64), device: z.string().max(64) }),
  playing: PlayingReport.nullable(),
  /** Files still to download, and how many in all. */
  download: z.object({ missing: z.int().min(0), total: z.int().min(0) }),
  errors: boundedList(z.array(z.object({ at: Instant, text: z.string().max(500) })).max(50)),
  /** When the first frame of each shown part appeared, by the corrected clock. */
  shownAt: z.object({ group: Instant.nullable(), device: Instant.nullable() }).optional(),
  /** The takeover on the screen. */
  takeoverId: Id.nullable().optional(),
  /** New at every start: two alternating ids mean two machines with one identity. */
  bootId: z.string().max(40).optional(),
  startedAt: Instant.optional(),
  /**
   * Bytes stored, including unfinished files, and bytes available: null if the browser doesn't report it, 0 if it
   * refused.
   */
  storage: z.object({ used: z.number().nullable(), room: z.number().nullable() }).optional(),
  /** Uncertainty of its clock, ± milliseconds. */
  clockError: z.number().nullable().optional(),
  machine: MachineFacts.optional(),
  /** The latest samples of each kind. */
  inStep: boundedList(z.array(StepSample).max(STEPS_OF_KIND * STEP_KINDS.length)).optional(),
  /** Names this report. */
  revision: ReportRevision.optional(),
})
export type Heartbeat = z.infer<typeof Heartbeat>
