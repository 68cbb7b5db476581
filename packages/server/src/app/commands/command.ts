import path from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '#lib/env.ts'

/** One command of `npm run vitrine`: prints plain lines and returns the exit code. */
export interface Command {
  /** The arguments after the name: `[FOLDER | s3://BUCKET/PREFIX]`. */
  usage: string
  summary: string
  help: string
  options: Options
  /** Maximum number of positional arguments. */
  most: number
  run(args: Arguments): Promise<number>
}

interface Arguments {
  positionals: string[]
  flags: Readonly<Record<string, string | boolean | undefined>>
  say(line: string): void
}

export const DONE = 0
export const FAILED = 1
/** Exit code for a command line that can't be parsed. */
export const MISUSED = 2

type Options = Record<string, { type: 'string' | 'boolean' }>

/** Parses the arguments after a command's name. Throws a StartError for unknown ones. */
export function readArguments(args: string[], options: Options, most: number) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length > most) throw new Error(`Unexpected argument '${positionals[most]}'`)
    return { flags: values as Record<string, string | boolean | undefined>, positionals }
  } catch (error) {
    throw new UsageError((error as Error).message.split('. To specify')[0] ?? '')
  }
}

export class UsageError extends StartError {}

/** Resolves a typed path against the folder where the command was run, because npm changes the current one. */
export const placeOf = (text: string): string =>
  /^s3:\/\//.test(text) ? text : path.resolve(process.env.INIT_CWD ?? process.cwd(), text)

export const bytesText = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  return `${size >= 100 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}

export const count = (n: number, what: string, many = `${what}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? what : many}`
