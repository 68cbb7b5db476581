import { z } from 'zod'
import { type Action, isAction } from '#document/actions.ts'
import { rule } from '#rules.ts'

/**
 * What a screen is told to do at once (`event: command` on its stream). It does it once, and not after `expiresAt`;
 * then it says how it went. Nothing of it outlives a restart: what a screen shall show is in its manifest.
 */

/** Seconds after which a command is worth nothing any more, to the server and to the screen. */
export const COMMAND_SECONDS = 10

/** What people may send from the page of a screen. */
export const COMMAND_KINDS = ['reload', 'identify', 'screenshot', 'clear-cache'] as const
export const CommandKind = z.enum(COMMAND_KINDS)
export type CommandKind = z.infer<typeof CommandKind>

interface Told {
  id: string
  expiresAt: number
}
export type Order =
  | { kind: 'reload' }
  /** Shows its name, large, for some seconds. */
  | { kind: 'identify' }
  /** `width` of the picture in pixels, at most. */
  | { kind: 'screenshot'; width: number }
  /** Drops kept files that nothing needs, and checks the others. */
  | { kind: 'clear-cache' }
  /** Sends the server a kept file that it has lost. */
  | { kind: 'send-file'; sha256: string }
  /** A touch on another screen. It is not passed on: its `target` means nothing any more. */
  | { kind: 'action'; action: Action; from: string }
export type Command = Order & Told

/** An action on its way, exactly as a page has it. */
export const SentAction = z
  .record(z.string(), z.unknown())
  .refine((entry) => isAction(entry), rule('invalid')) as unknown as z.ZodType<Action>

/** `offline`: it was not sent, because the screen has no line. `unanswered`: sent, and nothing came back in time. */
export const CommandResult = z.object({
  state: z.enum(['done', 'failed', 'offline', 'unanswered']),
  /** Why it failed, as the screen says it. */
  text: z.string().max(200),
})
export type CommandResult = z.infer<typeof CommandResult>
