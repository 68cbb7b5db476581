import type { ParseArgsConfig, parseArgs } from 'node:util'
import type { Vitrine } from '#index.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

export interface Command<O extends Options = Options> {
  /** Without `vitrine`: `screens [--status STATUS]`. */
  usage: string
  summary: string
  options: O
  /** How many words follow its name. */
  words: number
  run(api: Vitrine, given: Given<O>): Promise<void>
}

export const command = <const O extends Options>(definition: Command<O>): Command =>
  definition as unknown as Command

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
