import { z } from 'zod'
import { type Action, isAction } from '#document/actions.ts'
import { COMMAND_KINDS } from '#player/commands.ts'
import { rule } from '#rules.ts'

export const CommandKind = z.enum(COMMAND_KINDS)

/** An action on its way, exactly as a page has it. */
export const SentAction = z
  .record(z.string(), z.unknown())
  .refine((entry) => isAction(entry), rule('invalid')) as unknown as z.ZodType<Action>

/** `offline`: not sent, because the screen is not connected. `unanswered`: sent, but no answer arrived in time. */
export const CommandResult = z.object({
  state: z.enum(['done', 'failed', 'offline', 'unanswered']),
  /** Why it failed, as the screen says it. */
  text: z.string().max(200),
})
export type CommandResult = z.infer<typeof CommandResult>
