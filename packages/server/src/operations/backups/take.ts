import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BackupKind } from '@vitrine/contract/api/operations/backups'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import type { BlobStore } from '#blobs/blob-store.ts'
import { hashOf, ifMissing } from '#blobs/staging.ts'
import { type Clock, isoTime } from '#lib/clock.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { AppError } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'
import { type DatabaseAddress, onDatabase } from './database-task.ts'
import {
  type BackupManifest,
  fileListText,
  filesIn,
  foldersIn,
  KEY_FILE,
  keyInBackup,
  keyOfFile,
  nameOf,
  type StoredBackup,
} from './format.ts'
import { pruneBackups } from './prune.ts'
import { type BackupTarget, backupPlace, openTarget } from './target.ts'

/** Share of a disk to leave free if it also has the data. */
const RESERVE = 0.1

export interface BackupParts {
  settings: Settings
  blobs: Pick<BlobStore, 'id' | 'read' | 'size'>
  clock: Clock
  log: Log
}

interface Wanted {
  kind: BackupKind
  /** A folder or `s3://…`; absent: the installation's own location. */
  where?: string | undefined
  signal?: AbortSignal | undefined
  /** Backs up only the database, because an update changes no file. */
  withoutFiles?: boolean | undefined
}

export const databaseAddress = (settings: Settings): DatabaseAddress =>
  settings.DATABASE_URL
    ? { url: settings.DATABASE_URL }
    : { file: path.join(settings.DATA_DIR, 'vitrine.db') }

/**
 * Takes a backup of a database snapshot and of every file it references, then deletes expired backups. Writes may
 * continue throughout. Throws if no complete backup exists afterwards.
 */
export async function takeBackup(parts: BackupParts, wanted: Wanted): Promise<StoredBackup> {
  const { settings, clock, log } = parts
  const target = await openTarget(wanted.where ?? backupPlace(settings), settings, 'write')
  try {
    const backup = await writeBackup(parts, target, wanted)
    await pruneBackups(target, { keep: settings.BACKUP_KEEP, now: clock.now() })
    const { manifest, name } = backup
    log.info(
      { backup: name, files: manifest.files.count, missing: manifest.missing.count },
      'Backup finished',
    )
    return backup
  } finally {
    await target.close()
  }
}

/** An update never changes a database before backing it up. Throws a StartError. */
export async function backupBeforeUpdate(parts: BackupParts): Promise<void> {
  if (parts.settings.BACKUP_AT === 'never') return
  try {
    await takeBackup(parts, { kind: 'before-update', withoutFiles: true })
  } catch (error) {
    const why = (error as Error).message.replace(/\.$/, '')
    throw new StartError(
      `The database needs an update, but backing it up first failed: ${why}. To start without a backup, set BACKUP_AT=never.`,
    )
  }
}

async function writeBackup(
  { settings, blobs, clock }: BackupParts,
  target: BackupTarget,
  { kind, signal, withoutFiles = false }: Wanted,
): Promise<StoredBackup> {
  const started = clock.now()
  const name = await freeName(target, started, kind)
  const from = databaseAddress(settings)
  const room = await roomIn(target)
  if ('file' in from) refuseWithoutRoom(target, statSync(from.file).size, room)
  const copy = path.join(target.work, 'database.db')
  const { schema, files: named, rows } = await onDatabase({ kind: 'snapshot', from, to: copy }, signal)
  const database = await hashOf(copy)
  // Before listing existing files: a concurrent cleanup must not delete files that this backup relies on.
  await target.put(keyInBackup(name, 'files.txt'), listOf(named.map((sha256) => [sha256, 0] as const)))
  await target.take(keyInBackup(name, 'database.db'), copy)

  const copied = await copyFiles({ blobs, target, named, signal, room: room - database.size, withoutFiles })
  const key = await readFile(path.join(settings.DATA_DIR, KEY_FILE)).catch(ifMissing(null))
  if (key) await target.put(keyInBackup(name, KEY_FILE), key)
  const list = listOf(copied.files)
  await target.put(keyInBackup(name, 'files.txt'), list)
  const there = await filesIn(target)
  for (const [sha256, size] of copied.files)
    if (there.get(sha256) !== size)
      throw new StartError(`The backup location ${target.name} doesn't keep the files written to it.`)
  const manifest: BackupManifest = {
    format: 1,
    kind,
    createdAt: isoTime(started),
    version: PRODUCT_VERSION,
    schema,
    storage: blobs.id,
    database: { sha256: database.sha256, size: database.size },
    rows,
    secretKey: key && hash('sha256', key, 'hex'),
    files: {
      sha256: hash('sha256', list, 'hex'),
      count: copied.files.size,
      bytes: sum(copied.files.values()),
    },
    missing: { count: named.length - copied.files.size, why: copied.why },
    addedBytes: database.size + copied.added,
    seconds: (clock.now() - started) / 1000,
  }
  await target.put(keyInBackup(name, 'manifest.json'), Buffer.from(JSON.stringify(manifest, null, 2)))
  return { name, manifest }
}

const listOf = (files: Iterable<readonly [string, number]>) => Buffer.from(fileListText(files))

async function freeName(target: BackupTarget, now: number, kind: BackupKind): Promise<string> {
  const taken = await foldersIn(target)
  const name = nameOf(now, kind)
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name}-${n}`
  return free
}

/** Bytes that a backup may take: a disk shared with the data keeps a reserve for the data. */
async function roomIn(target: BackupTarget): Promise<number> {
  const disk = await target.room()
  return disk ? disk.free - disk.total * RESERVE : Number.POSITIVE_INFINITY
}

function refuseWithoutRoom({ name }: BackupTarget, needed: number, room: number): void {
  if (needed <= room) return
  const megabytes = (bytes: number) => Math.max(0, Math.ceil(bytes / 2 ** 20)).toLocaleString('en')
  throw new StartError(
    `Not enough space for a backup on the disk of ${name}: it needs ${megabytes(needed)} MB and may use ${megabytes(room)} MB. Set BACKUP_TO to another disk.`,
  )
}

interface Copying {
  blobs: BackupParts['blobs']
  target: BackupTarget
  named: readonly string[]
  signal: AbortSignal | undefined
  room: number
  withoutFiles: boolean
}

/** Copies missing files to the location, comparing every byte with its hash. Skips files that can't be read. */
async function copyFiles({ blobs, target, named, signal, room, withoutFiles }: Copying) {
  const stored = await filesIn(target)
  const files = new Map<string, number>()
  let [added, why] = [0, null as BackupManifest['missing']['why']]
  for (const sha256 of named) {
    signal?.throwIfAborted()
    const size = await blobs.size(sha256)
    const kept = stored.get(sha256)
    // The location may still have a file that the storage has lost.
    if (kept !== undefined && (size === undefined || kept === size)) files.set(sha256, kept)
    else if (withoutFiles) why = 'left-out'
    else if (size === undefined) why = 'damaged'
    else if (added + size > room) why ??= 'no-room'
    else if (await isReceived(target, blobs, sha256)) {
      files.set(sha256, size)
      added += size
    } else why = 'damaged'
  }
  return { files, added, why }
}

async function isReceived(
  target: BackupTarget,
  blobs: BackupParts['blobs'],
  sha256: string,
): Promise<boolean> {
  try {
    return await target.receive(keyOfFile(sha256), await blobs.read(sha256), sha256)
  } catch (error) {
    // Deleted since, or the disk can't read it.
    const { code } = error as NodeJS.ErrnoException
    if ((error instanceof AppError && error.errKey === 'NOT_FOUND') || code === 'EIO') return false
    throw error
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0)
