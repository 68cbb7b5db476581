import { statSync } from 'node:fs'

/** Ends the command with code 1: the server refused it, or a name doesn't exist. Nothing was changed unless it says so. */
export class Refusal extends Error {}

/** Ends the command with code 2. */
export class WrongUse extends Error {}

/** Throws unless it is a file. */
export function requireFile(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Refusal(`There is no file ${file}`)
}
