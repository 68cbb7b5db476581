import { StartError } from '#lib/env.ts'
import {
  createAdminCommand,
  resetPasswordCommand,
  resetSecondFactorCommand,
  rotateKeysCommand,
} from './accounts.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import { type Command, DONE, FAILED, MISUSED, readArguments, UsageError } from './command.ts'
import { doctor } from './doctor.ts'
import { move } from './move.ts'
import { exportCommand, importCommand } from './organization.ts'
import { restore } from './restore.ts'

const COMMANDS: Record<string, Command> = {
  backup,
  restore,
  check,
  doctor,
  move,
  export: exportCommand,
  import: importCommand,
  'reset-password': resetPasswordCommand,
  'reset-second-factor': resetSecondFactorCommand,
  'create-admin': createAdminCommand,
  'rotate-keys': rotateKeysCommand,
}

const CALLED = 'npm run vitrine --'

/** Runs one command line. Answers the exit code: 0 done, 1 failed, 2 not understood. */
export async function runCommand(
  args: readonly string[],
  say: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const isAsked = ['', 'help', '--help', '-h'].includes(name)
    if (!isAsked) complain(`Unknown command '${name}'.`)
    ;(isAsked ? say : complain)(overview())
    return isAsked ? DONE : MISUSED
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    say(`${CALLED} ${name} ${command.usage}\n\n${command.summary}.\n\n${command.help}`)
    return DONE
  }
  try {
    return await command.run({ ...readArguments(rest, command.options, command.most), say })
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}.\nUsage: ${CALLED} ${name} ${command.usage}`)
      return MISUSED
    }
    complain(error instanceof StartError ? error.message : failureText(error))
    return FAILED
  }
}

const overview = () =>
  [
    `Usage: ${CALLED} COMMAND`,
    '',
    ...Object.entries(COMMANDS).map(([name, { usage, summary }]) => `  ${name} ${usage}\n      ${summary}`),
    '',
    `${CALLED} COMMAND --help shows details. Settings are the same as for npm start (DATA_DIR, DATABASE_URL, S3_BUCKET …).`,
  ].join('\n')

function failureText(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'The disk is full. Nothing was changed.'
  return `${message.replace(/\.$/, '')}.`
}
