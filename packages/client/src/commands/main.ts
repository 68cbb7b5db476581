#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { type Vitrine, VitrineError, vitrine } from '#index.ts'
import { type Command, print } from './command.ts'
import { apply } from './organization/apply.ts'
import { exportFile } from './organization/export.ts'
import { play } from './play.ts'
import { Refusal, WrongUse } from './refusal.ts'
import { replace } from './replace.ts'
import { screens } from './screens.ts'

const COMMANDS = [screens, play, replace, apply, exportFile]
const COMMON = { url: { type: 'string' }, help: { type: 'boolean' } } as const

const HELP = `Commands for an organization on a Vitrine server.

${COMMANDS.map(({ usage, summary }) => `  vitrine ${usage}\n      ${summary}`).join('\n')}

VITRINE_URL or --url is the console's address, VITRINE_KEY an API key. Names can be ids, too.
Exit codes: 0 done, 1 refused, 2 wrong use.`

const nameOf = ({ usage }: Command) => usage.split(/ [[(-]| [A-Z]/)[0] ?? ''

async function run(words: string[]): Promise<number> {
  try {
    await start(words)
    return 0
  } catch (error) {
    if (isWrongUse(error)) {
      process.stderr.write(`${(error as Error).message}\nvitrine --help lists the commands.\n`)
      return 2
    }
    if (!(error instanceof Refusal || error instanceof VitrineError)) throw error
    process.stderr.write(`${wordsFor(error)}\n`)
    return 1
  }
}

async function start(words: string[]): Promise<void> {
  const [first = ''] = words
  if (['', '--help', 'help'].includes(first)) return print(HELP)
  if (first === '--version') return print(process.env.VITRINE_VERSION ?? '')
  const found = COMMANDS.find((each) => `${words.join(' ')} `.startsWith(`${nameOf(each)} `))
  if (!found) throw new WrongUse(`There is no command ${first}`)
  const given = parseArgs({
    args: words.slice(nameOf(found).split(' ').length),
    options: { ...found.options, ...COMMON },
    allowPositionals: true,
  })
  if (given.values.help) return print(`vitrine ${found.usage}\n${found.summary}`)
  if (given.positionals.length !== found.words) throw new WrongUse(`vitrine ${found.usage}`)
  await found.run(connect(given.values.url as string | undefined), given)
}

function connect(given: string | undefined): Vitrine {
  const url = given ?? process.env.VITRINE_URL
  const key = process.env.VITRINE_KEY
  if (!url) throw new WrongUse("Set VITRINE_URL to the console's address, or use --url")
  if (!key) throw new WrongUse('Set VITRINE_KEY to an API key, from Settings, API keys')
  try {
    return vitrine({ url, key })
  } catch (error) {
    throw new WrongUse((error as Error).message)
  }
}

const isWrongUse = (error: unknown) =>
  error instanceof WrongUse ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

function wordsFor(error: Refusal | VitrineError): string {
  if (error instanceof Refusal) return error.message
  if (error.status === 401) return "The server doesn't accept this key: it is unknown, expired, or revoked"
  if (error.errKey === 'FORBIDDEN')
    return 'This key may not do this. Create one with more permissions under Settings, API keys'
  const fields = Object.entries(error.errors).map(([path, text]) => `\n  ${path}: ${text}`)
  return error.message + fields.join('')
}

process.exitCode = await run(process.argv.slice(2))
