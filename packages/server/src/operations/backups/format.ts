import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { BACKUP_KINDS, MISSING_WHY } from '@vitrine/contract/api/operations/backups'
import { z } from 'zod'
import { SHA256 } from '#blobs/blob-store.ts'
import { isoTime } from '#lib/clock.ts'
import { StartError } from '#lib/env.ts'
import { BACKUP_NAME, type BackupTarget } from './target.ts'

/**
 * A location has `files/ab/cdef…` by SHA-256, shared by all its backups, and per backup `snapshots/NAME/` with
 * `database.db` (a SQLite database for either engine), `files.txt` (one `sha256 size` a line), and `manifest.json`,
 * which is written last: without it the backup does not exist. `secret.key` is included if DATA_DIR has one.
 */
export const KEY_FILE = 'secret.key'

const Sha256 = z.string().regex(SHA256)
export const BackupManifest = z.object({
  format: z.literal(1),
  kind: z.enum(BACKUP_KINDS),
  createdAt: z.iso.datetime(),
  /** The version of Vitrine that took it. */
  version: z.string(),
  /** The last migration of the database. */
  schema: z.string(),
  /** Id of the storage that its files came from. */
  storage: z.string(),
  database: z.object({ sha256: Sha256, size: z.int() }),
  /** Rows by table, as counted in the installation's database; absent in backups of earlier versions. */
  rows: z.record(z.string(), z.int()).optional(),
  /** SHA-256 of the installation's key file; null if a setting has the key. */
  secretKey: Sha256.nullable(),
  files: z.object({ sha256: Sha256, count: z.int(), bytes: z.int() }),
  /**
   * Files that the database references but the backup lacks: damaged or missing when it was taken, or left out for lack
   * of space.
   */
  missing: z.object({ count: z.int(), why: z.enum(MISSING_WHY).nullable() }),
  /** Bytes that this backup added to the location. */
  addedBytes: z.int(),
  seconds: z.number(),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export interface StoredBackup {
  name: string
  manifest: BackupManifest
}

export const keyOfFile = (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256.slice(2)}`

export const keyInBackup = (
  name: string,
  part: 'manifest.json' | 'files.txt' | 'database.db' | typeof KEY_FILE,
): string => `snapshots/${name}/${part}`

/** `2026-11-23-023000-nightly`: sorts by time, and is a valid file name on every system. */
export const nameOf = (now: number, kind: string): string =>
  `${isoTime(now).slice(0, 19).replace('T', '-').replaceAll(':', '')}-${kind}`

/** The files that all backups of a location share, with their sizes. */
export async function filesIn(target: BackupTarget): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  for await (const { key, size } of target.list('files/')) {
    const sha256 = key.slice('files/'.length).replace('/', '')
    if (SHA256.test(sha256)) files.set(sha256, size)
  }
  return files
}

/** Every complete backup, newest first. A backup with a missing or unreadable manifest is incomplete. */
export async function listBackups(target: BackupTarget): Promise<StoredBackup[]> {
  const found: StoredBackup[] = []
  for (const name of (await foldersIn(target)).keys()) {
    const manifest = await readManifest(target, name)
    if (manifest) found.push({ name, manifest })
  }
  return found.sort((a, b) => (a.name < b.name ? 1 : -1))
}

/** All backup folders, complete or not, with the time of their last write. */
export async function foldersIn(target: BackupTarget): Promise<Map<string, number>> {
  const folders = new Map<string, number>()
  for await (const { key, at } of target.list('snapshots/')) {
    const [, name = '', file] = key.split('/')
    if (file !== undefined && BACKUP_NAME.test(name)) folders.set(name, Math.max(at, folders.get(name) ?? 0))
  }
  return folders
}

export async function readManifest(target: BackupTarget, name: string): Promise<BackupManifest | undefined> {
  const content = await target.get(keyInBackup(name, 'manifest.json'))
  if (!content) return undefined
  try {
    return BackupManifest.parse(JSON.parse((await buffer(content)).toString()))
  } catch {
    return undefined
  }
}

/** The files of a backup with their sizes; undefined if the list is missing. */
export async function readFileList(
  target: BackupTarget,
  name: string,
): Promise<{ files: Map<string, number>; sha256: string } | undefined> {
  const content = await target.get(keyInBackup(name, 'files.txt'))
  if (!content) return undefined
  const text = (await buffer(content)).toString()
  const files = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [sha256 = '', size] = line.split(' ')
    if (SHA256.test(sha256)) files.set(sha256, Number(size))
  }
  return { files, sha256: hash('sha256', text, 'hex') }
}

export const fileListText = (files: Iterable<readonly [string, number]>): string =>
  [...files].map(([sha256, size]) => `${sha256} ${size}\n`).join('')

/** A backup by its name, or else the newest without missing files, or else the newest. Throws a StartError. */
export async function chooseBackup(target: BackupTarget, name: string | undefined): Promise<StoredBackup> {
  if (name !== undefined) {
    const manifest = await readManifest(target, name)
    if (manifest) return { name, manifest }
    throw new StartError(`${target.name} has no complete backup named ${name}.`)
  }
  const all = await listBackups(target)
  const chosen = all.find(({ manifest }) => manifest.missing.count === 0) ?? all[0]
  if (chosen) return chosen
  throw new StartError(`${target.name} has no complete backup.`)
}
