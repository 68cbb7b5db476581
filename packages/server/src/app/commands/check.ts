import { openCurrentDatabase, withFiles } from '#app/start/stores.ts'
import { damagedFiles } from '#base/storage/damaged-files.ts'
import { systemClock } from '#lib/clock.ts'
import { readSettings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { verifyAudit } from '#operations/audit/verify.ts'
import { check as checkAll } from '#operations/backups/check.ts'
import { describeDamage } from '#operations/backups/damage.ts'
import { type Command, count, DONE, FAILED } from './command.ts'

export const check: Command = {
  usage: '',
  summary: 'Check the database, the audit log, and files for damage, and repair files from backups',
  help: `Compares every file with its checksum, and reads the whole database and the chains of the
audit log, which show entries that were deleted or changed. Damaged files are repaired from the
backups in BACKUP_TO or DATA_DIR/backups. A running server gets the rest from screens that still have
them. The exit code is 1 if something is still damaged.`,
  options: {},
  most: 0,
  async run({ say }) {
    const settings = readSettings(process.env)
    const log = createLog('warn')
    const database = await openCurrentDatabase(settings, log)
    try {
      const checked = await withFiles(settings, (blobs) =>
        checkAll({ settings, blobs, clock: systemClock, log, database }),
      )
      say(`${count(checked.files, 'file')} read.`)
      for (const problem of checked.databaseProblems) say(`Database: ${problem}`)
      if (checked.databaseProblems.length === 0) say('The database is OK.')
      else say('Restore a backup: npm run vitrine -- restore')
      if (checked.repaired) say(`${count(checked.repaired, 'damaged file')} repaired from a backup.`)
      const left = await describeDamage(database, await damagedFiles(database))
      for (const { sha256, problem, media, screens } of left) {
        const names = media.map(({ name, organization }) => `${name} (${organization})`).join(', ')
        say(`${problem === 'missing' ? 'Missing' : 'Damaged'}: ${names || 'a file'} [${sha256}]`)
        if (screens.length) say(`  Needed by ${screens.map(({ name }) => name).join(', ')}`)
      }
      if (left.length)
        say('Upload these files again, or start Vitrine: screens that still have them send them back.')
      const audit = await verifyAudit(database)
      for (const problem of audit.problems) say(`Audit log: ${problem}.`)
      if (audit.problems.length === 0)
        say(`The audit log is complete: ${count(audit.entries, 'entry', 'entries')}.`)
      return left.length || audit.problems.length || checked.databaseProblems.length ? FAILED : DONE
    } finally {
      await database.destroy()
    }
  },
}
