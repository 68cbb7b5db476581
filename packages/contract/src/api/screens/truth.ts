import { z } from 'zod'
import { SwitchEnd } from '#api/screens/manual-switches.ts'
import { TRUTH_REASONS, TRUTHS } from '#player/truth.ts'

/**
 * Whether a screen shows what it should, and why: the same value everywhere. See `TRUTH_OF` and `TruthFacts` in
 * `player/truth.ts`.
 */
export const Truth = z.object({
  value: z.enum(TRUTHS),
  because: z.enum(TRUTH_REASONS),
  should: z.string().nullable(),
  shows: z.string().nullable(),
  by: z.string().nullable(),
  since: z.number().nullable(),
  until: z.number().nullable(),
  end: SwitchEnd.nullable(),
  why: z.string().nullable(),
  panel: z.string().nullable(),
  /** All of it in one English sentence, with times in the zone of the screen's schedule. */
  sentence: z.string(),
})
export type Truth = z.infer<typeof Truth>

/** Of how many screens each is true. Each screen counts once. */
export const TruthCounts = z.object({ right: z.int(), differs: z.int(), unknown: z.int() })
export type TruthCounts = z.infer<typeof TruthCounts>
