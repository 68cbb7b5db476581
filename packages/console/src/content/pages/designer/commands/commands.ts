import type { Designer } from '#content/pages/designer/state/store.ts'
import { ALIGN } from './align.ts'
import { ARRANGE } from './arrange.ts'
import type { Command } from './command.ts'
import { EDIT } from './edit.ts'
import { FIT } from './fit.ts'
import { GROUPS } from './groups.ts'
import { PAGE } from './page.ts'
import { PARTS } from './parts.ts'
import { VIEW } from './view.ts'

/** All commands of the designer. */
export const COMMANDS = [
  ...EDIT,
  ...PAGE,
  ...FIT,
  ...ARRANGE,
  ...GROUPS,
  ...PARTS,
  ...ALIGN,
  ...VIEW,
] as const
export type CommandId = (typeof COMMANDS)[number]['id']
export type AnyCommand = Command & { id: CommandId }

const ALL: readonly AnyCommand[] = COMMANDS
const BY_ID = new Map(ALL.map((command) => [command.id, command]))
const BY_KEY = new Map(ALL.flatMap((command) => (command.keys ?? []).map((key) => [key, command] as const)))

export const commandOf = (id: CommandId): AnyCommand => BY_ID.get(id) as AnyCommand
export const commandForKey = (key: string): AnyCommand | undefined => BY_KEY.get(key)
export const isEnabled = (command: Command, designer: Designer): boolean =>
  command.enabled?.(designer) ?? true

/** Runs a command if it is enabled; returns whether it ran. */
export function run(command: Command, designer: Designer): boolean {
  if (!isEnabled(command, designer)) return false
  command.run(designer)
  return true
}
