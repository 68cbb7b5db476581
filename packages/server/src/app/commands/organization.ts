import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { searchKey } from '@vitrine/contract/search-key'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { openCurrentDatabase, withFiles } from '#app/start/stores.ts'
import { holdingFiles } from '#base/storage/held-files.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import type { Db } from '#db/schema.ts'
import { systemClock } from '#lib/clock.ts'
import { readSettings, type Settings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { importArchive } from '#operations/moving/import-archive.ts'
import { withFolder } from '#operations/moving/run.ts'
import { writeArchive } from '#operations/moving/write-archive.ts'
import { bytesText, type Command, count, DONE, placeOf, UsageError } from './command.ts'

interface Opened {
  settings: Settings
  database: Db
  blobs: BlobStore
  folder: string
}

async function opened<T>(work: (parts: Opened) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env)
  const database = await openCurrentDatabase(settings, createLog('warn'))
  try {
    return await withFiles(settings, (files) =>
      withFolder(settings.DATA_DIR, (folder) =>
        work({ settings, database, folder, blobs: holdingFiles(files, database, systemClock) }),
      ),
    )
  } finally {
    await database.destroy()
  }
}

export const exportCommand: Command = {
  usage: 'ORGANIZATION FILE',
  summary: 'Export an organization as one archive, without secrets',
  help: `Writes the organization with this name to a zip, which "import" reads on another installation.
You can run it while the server is running.`,
  options: {},
  most: 2,
  async run({ positionals: [name, file], say }) {
    if (name === undefined || file === undefined)
      throw new UsageError('Enter the name of the organization, and a file')
    return opened(async ({ database, blobs, folder }) => {
      const found = await database
        .selectFrom('organizations')
        .select('id')
        .where('nameKey', '=', searchKey(name))
        .executeTakeFirst()
      if (!found) throw new StartError(`There is no organization named ${name}.`)
      const { manifest, content } = await writeArchive({
        ...{ database, blobs, folder, organizationId: found.id, version: PRODUCT_VERSION },
        now: systemClock.now(),
      })
      const to = placeOf(file)
      try {
        await pipeline(content, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new StartError(`${to} exists already.`)
        await rm(to, { force: true })
        throw error
      }
      say(
        `${manifest.organization.name} is in ${to}, with ${count(manifest.files.count, 'file')} (${bytesText(manifest.files.bytes)}).`,
      )
      for (const line of stays(manifest.leftOut)) say(line)
      return DONE
    })
  },
}

export const importCommand: Command = {
  usage: 'FILE [--name NAME]',
  summary: 'Import an archive as a new organization: all of it, or nothing',
  help: `Reads an archive that "export" or the console wrote. Its people choose new passwords, and its screens
pair again. You can run it while the server is running.
  --name NAME   name of the new organization, instead of the one in the archive`,
  options: { name: { type: 'string' } },
  most: 1,
  async run({ positionals: [file], flags, say }) {
    if (file === undefined) throw new UsageError('Enter the file of an archive')
    return opened(async ({ settings, database, blobs, folder }) => {
      const report = await importArchive({
        ...{ settings, database, blobs, folder, from: { path: placeOf(file) } },
        name: typeof flags.name === 'string' ? flags.name : undefined,
        sender: { organizationId: 'import', userId: 'import' },
        actor: { kind: 'job', id: 'import', name: '' },
        now: () => systemClock.now(),
      })
      const { organization, rows, files, bytes, takenEmails, waiting } = report
      const total = Object.values(rows).reduce((sum, each) => sum + each, 0)
      say(
        `${organization.name} was imported: ${count(total, 'row')}, ${count(files, 'file')} (${bytesText(bytes)}).`,
      )
      for (const email of takenEmails) say(`Left out, because an account here has the address: ${email}`)
      if (waiting > 0) say(`${count(waiting, 'storyboard')} wait for approval.`)
      for (const line of stays(report.leftOut)) say(line)
      return DONE
    })
  },
}

const stays = (leftOut: Readonly<Record<string, number>>) =>
  Object.entries(leftOut).map(([table, rows]) => `Not in the archive: ${count(rows, 'row')} of ${table}`)
