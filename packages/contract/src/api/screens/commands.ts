import { z } from 'zod'
import { type Action, isAction } from '#fields/actions.ts'
import { COMMAND_KINDS } from '#player/commands.ts'
import { rule } from '#rules.ts'

export const CommandKind = z.enum(COMMAND_KINDS)

/** An action to send, exactly as the page defines it. */
export const SentAction = z
  .record(z.string(), z.unknown())
  .refine((entry) => isAction(entry), rule('invalid')) as unknown as z.ZodType<Action>

/** `offline`: not sent, because the screen is not connected. `unanswered`: sent, but no answer arrived in time. */
export const CommandResult = z.object({
  state: z.enum(['done', 'failed', 'offline', 'unanswered']),
  /** The screen's error message. */
  text: z.string().max(200),
})
export type CommandResult = z.infer<typeof CommandResult>
