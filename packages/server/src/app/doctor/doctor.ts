import { originsOf } from '#app/start/origins.ts'
import { inspectFiles, requireDatabase, withFiles } from '#app/start/stores.ts'
import { inspectDataFolder } from '#lib/disk/data-folder.ts'
import type { Settings } from '#lib/env.ts'
import { settingWarnings } from '#lib/unknown-settings.ts'
import { type Address, checkAddress, checkStream } from './addresses.ts'
import { checkDatabase } from './database.ts'
import { bad, type Finding, good } from './finding.ts'
import { checkMail } from './mail.ts'

interface Check {
  name: string
  run(): Promise<Finding | Finding[]>
}

/** Every check of an installation, in the order of their dependence. None of them changes anything. */
export function checksOf(
  settings: Settings,
  env: Record<string, string | undefined>,
  fetcher: typeof fetch = fetch,
): Check[] {
  const addresses = addressesOf(settings)
  return [
    { name: 'Settings', run: async () => settingFindings(env) },
    { name: 'Data folder', run: async () => folderFinding(settings) },
    { name: 'Database', run: () => checkDatabase(settings) },
    { name: 'Files', run: () => checkFiles(settings) },
    ...addresses.map((address) => ({ name: address.name, run: () => checkAddress(address, fetcher) })),
    { name: 'Event streams', run: () => checkStream(addresses, fetcher) },
    { name: 'Email', run: () => checkMail(settings) },
  ]
}

function settingFindings(env: Record<string, string | undefined>): Finding[] {
  const warnings = settingWarnings(env)
  if (warnings.length > 0) return warnings.map(bad)
  return [good('All of them are known, and they fit together.')]
}

function folderFinding(settings: Settings): Finding {
  const state = inspectDataFolder(settings)
  if (state !== 'used') return bad(`${settings.DATA_DIR} has no data yet. Start Vitrine once.`)
  return good(`${settings.DATA_DIR} is used by Vitrine and can be written.`)
}

async function checkFiles(settings: Settings): Promise<Finding> {
  requireDatabase(settings)
  const { S3_BUCKET: bucket } = settings
  // Opening them would mark an unmounted disk as new storage.
  const { id } = await inspectFiles(settings)
  if (id === undefined)
    return bad(
      'The files of this installation are missing. Mount their disk, or set S3_BUCKET to their bucket.',
    )
  await withFiles(settings, (files) => files.probe())
  return good(bucket ? `The bucket ${bucket} can be read and written.` : 'Files are in the data folder.')
}

function addressesOf(settings: Settings): Address[] {
  const { PUBLIC_URL, PLAYER_URL, CONTENT_URL } = settings
  const { console, player, content } = originsOf(settings, settings.TLS_CERT !== undefined)
  const health = '/api/health'
  return [
    { name: 'Console (PUBLIC_URL)', url: console, path: health, isSet: PUBLIC_URL !== undefined },
    { name: 'Player (PLAYER_URL)', url: player, path: health, isSet: PLAYER_URL !== undefined },
    {
      name: 'Uploaded pages (CONTENT_URL)',
      url: content,
      path: '/worker.js',
      isSet: CONTENT_URL !== undefined,
    },
  ]
}
