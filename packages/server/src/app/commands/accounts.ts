import { readFileSync } from 'node:fs'
import { createAdmin, resetPassword, resetSecondFactor } from '#app/maintenance/accounts.ts'
import { rotateKeys } from '#app/maintenance/rotate-keys.ts'
import { openCurrentDatabase, requireDatabase } from '#app/start/stores.ts'
import type { Db } from '#db/schema.ts'
import { systemClock } from '#lib/clock.ts'
import { lockDataFolder } from '#lib/disk/data-lock.ts'
import { readSettings, type Settings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { type Command, count, DONE, placeOf, UsageError } from './command.ts'

async function withDatabase<T>(settings: Settings, work: (database: Db) => Promise<T>): Promise<T> {
  const database = await openCurrentDatabase(settings, createLog('warn'))
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

interface AccessCommand {
  summary: string
  help: string
  grant: typeof createAdmin
  granted: (email: string) => string
}

/** A command that gives one account a random password and prints it. */
const accessCommand = ({ summary, help, grant, granted }: AccessCommand): Command => ({
  usage: 'EMAIL',
  summary,
  help: `${help} You can run it while the server is running.`,
  options: {},
  most: 1,
  async run({ positionals: [email], say }) {
    if (email === undefined) throw new UsageError('Enter an email address')
    const access = await withDatabase(readSettings(process.env), (database) =>
      grant({ database, clock: systemClock }, { email }),
    )
    say(`${granted(access.email)}:\n\n  ${access.password}\n`)
    say('Change it under Profile after logging in.')
    return DONE
  },
})

export const resetPasswordCommand = accessCommand({
  summary: 'Give an account a new password and print it',
  help: 'Ends all sessions of the account.',
  grant: resetPassword,
  granted: (email) => `The new password of ${email} is`,
})

export const createAdminCommand = accessCommand({
  summary: 'Create a super admin and print the password',
  help: 'Use it when no super admin can log in.',
  grant: createAdmin,
  granted: (email) => `${email} is now a super admin. The password is`,
})

export const resetSecondFactorCommand: Command = {
  usage: 'EMAIL',
  summary: 'Turn off the second factor of an account',
  help: `Use it for someone who lost their phone and recovery codes, when no administrator can help them.
Ends all sessions of the account. You can run it while the server is running.`,
  options: {},
  most: 1,
  async run({ positionals: [email], say }) {
    if (email === undefined) throw new UsageError('Enter an email address')
    const account = await withDatabase(readSettings(process.env), (database) =>
      resetSecondFactor({ database, clock: systemClock }, email),
    )
    say(`${account.email} logs in with the password alone now.`)
    return DONE
  },
}

export const rotateKeysCommand: Command = {
  usage: '[--old-key-file FILE]',
  summary: 'Replace the secret key: everyone logs in again, screens stay connected',
  help: `Run it when someone else may have read secret.key, a backup or SECRET_KEY. The server must be stopped.
With SECRET_KEY or SECRET_KEY_FILE: set the new key there first, and name a file with the previous key.
  --old-key-file FILE   the previous key; without it, kiosk keys and screen PINs are replaced, and
                        second factors removed`,
  options: { 'old-key-file': { type: 'string' } },
  most: 0,
  async run({ flags, say }) {
    const settings = readSettings(process.env)
    const file = flags['old-key-file']
    const oldKey = typeof file === 'string' ? readFileSync(placeOf(file), 'utf8').trim() : undefined
    requireDatabase(settings)
    const unlock = lockDataFolder(settings.DATA_DIR)
    try {
      const rotated = await withDatabase(settings, (database) => rotateKeys({ database, settings, oldKey }))
      say(`The key was replaced. ${count(rotated.sessionsEnded, 'session')} ended.`)
      if (rotated.replacedKioskKeys)
        say(
          `${count(rotated.replacedKioskKeys, 'kiosk key')} couldn't be kept. Copy the new ones to your pages.`,
        )
      if (rotated.replacedPins)
        say(
          `${count(rotated.replacedPins, 'PIN')} of screens couldn't be kept. Find the new ones under Devices.`,
        )
      if (rotated.removedSecrets)
        say(
          `${count(rotated.removedSecrets, 'secret')} of identity providers couldn't be kept. Administrators enter them again under Settings, Login.`,
        )
      if (rotated.removedFactors)
        say(
          `${count(rotated.removedFactors, 'second factor')} couldn't be kept. Their owners set up a new one.`,
        )
      say('Earlier backups still contain the old key.')
      return DONE
    } finally {
      unlock()
    }
  },
}
