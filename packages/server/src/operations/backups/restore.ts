import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { z } from 'zod'
import type { BlobStore } from '#blobs/blob-store.ts'
import { hashOf, syncFolder } from '#blobs/staging.ts'
import { ageOf, olderSchema } from '#db/start/migrate.ts'
import { isoTime } from '#lib/clock.ts'
import { type Settings, StartError } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'
import { sha256Of } from './content-hash.ts'
import { onDatabase } from './database-task.ts'
import { KEY_FILE, keyInBackup, keyOfFile, readFileList, type StoredBackup } from './format.ts'
import { originOf, syncFile } from './sqlite-file.ts'
import { type BackupTarget, download } from './target.ts'

/** Folder in the data folder for a prepared restore, which the next start puts in place. */
const FOLDER = 'restore'
const READY = 'ready.json'
const FAILED = 'failed.json'
/** The row of `secrets` with the fingerprint of the database's key. */
const KEY_MARK = 'key-fingerprint'
const Ready = z.object({ backup: z.string(), aside: z.string() })

interface Staging {
  settings: Settings
  target: BackupTarget
  backup: StoredBackup
  /** Store for the files. */
  blobs: Pick<BlobStore, 'id' | 'size' | 'read' | 'stage'>
  /** The key of the database with this fingerprint, for a backup that doesn't contain its key. */
  keyOf?: (mark: string) => string | undefined
  now: number
  /** Continue if files can't be found anywhere. */
  incomplete: boolean
  onProgress?: (done: number, total: number) => void
}

/**
 * Verifies a backup, copies its files into the storage, and prepares its database in the data folder. Doesn't touch the
 * current data: `applyRestore` does. Throws a StartError if the backup is damaged.
 */
export async function stageRestore(
  staging: Staging,
): Promise<{ files: number; missing: string[]; hasKey: boolean }> {
  const { settings, target, backup, blobs, now } = staging
  const { name, manifest } = backup
  const age = ageOf([manifest.schema])
  if (age === 'older') throw olderSchema(`The backup ${name}`)
  if (age === 'newer')
    throw new StartError(
      `The backup ${name} was taken by Vitrine ${manifest.version}, which is newer than this one. Update first.`,
    )
  const folder = path.join(settings.DATA_DIR, FOLDER)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'database.db')
  const content = await target.get(keyInBackup(name, 'database.db'))
  if (!content) throw damaged(name, 'its database is missing')
  await download(content, file)
  const { sha256, size } = await hashOf(file)
  if (sha256 !== manifest.database.sha256 || size !== manifest.database.size)
    throw damaged(name, 'its database has changed since the backup')
  const { problems, files: named } = await onDatabase({ kind: 'inspect', file })
  if (problems.length) throw damaged(name, `its database is damaged: ${problems[0]}`)
  const list = await readFileList(target, name)
  if (list?.sha256 !== manifest.files.sha256)
    throw damaged(name, 'its list of files has changed since the backup')

  const key = path.join(folder, KEY_FILE)
  if (manifest.secretKey) await stageKey(target, name, manifest.secretKey, key)
  else {
    const mark = originOf(file).secrets.get(KEY_MARK)
    const known = mark && staging.keyOf?.(mark)
    if (known) await writeDurably(key, `${known}\n`)
  }
  const missing = await bringFiles(staging, named)
  if (missing.length && !staging.incomplete)
    throw new StartError(
      `${missing.length} files of the backup ${name} are missing or damaged, and aren't in storage either (${missing[0]} …). Nothing was changed.`,
    )
  bindTo(file, blobs.id)
  await writeDurably(path.join(folder, READY), JSON.stringify({ backup: name, aside: asideName(now) }))
  return { files: named.length - missing.length, missing, hasKey: existsSync(key) }
}

/**
 * Name for the data that a restore replaces, `before-restore-20261127-150312345-9f3a`: sorts by time. Random at the end,
 * because two restores at the same time of an adjusted clock must not share it.
 */
function asideName(now: number): string {
  const time = isoTime(now)
    .replaceAll(/[-:.Z]/g, '')
    .replace('T', '-')
  return `before-restore-${time}-${randomBytes(2).toString('hex')}`
}

const damaged = (name: string, why: string) =>
  new StartError(`Can't restore the backup ${name}: ${why}. Nothing was changed.`)

async function stageKey(target: BackupTarget, name: string, sha256: string, to: string): Promise<void> {
  const content = await target.get(keyInBackup(name, KEY_FILE))
  if (content) await download(content, to)
  if (!content || (await hashOf(to)).sha256 !== sha256)
    throw damaged(name, 'its secret.key has changed since the backup')
}

/** Reads every file and compares it with its hash, whether it is already stored or comes from the backup. */
async function bringFiles(
  { target, blobs, onProgress }: Staging,
  named: readonly string[],
): Promise<string[]> {
  const missing: string[] = []
  for (const [index, sha256] of named.entries()) {
    if (!(await isSound(blobs, sha256)) && !(await fetchFromBackup(target, blobs, sha256)))
      missing.push(sha256)
    onProgress?.(index + 1, named.length)
  }
  return missing
}

export async function isSound(blobs: Pick<BlobStore, 'size' | 'read'>, sha256: string): Promise<boolean> {
  if ((await blobs.size(sha256)) === undefined) return false
  return (await sha256Of(() => blobs.read(sha256))) === sha256
}

/** Copies a file from a backup location into the storage if its bytes are right. */
export async function fetchFromBackup(
  target: BackupTarget,
  blobs: Pick<BlobStore, 'stage'>,
  sha256: string,
): Promise<boolean> {
  const content = await target.get(keyOfFile(sha256))
  if (!content) return false
  const staged = await blobs.stage(content, Number.MAX_SAFE_INTEGER)
  if (staged.sha256 === sha256) await staged.keep({ replace: true })
  else await staged.discard()
  return staged.sha256 === sha256
}

/** A storage with a marker keeps it, and the database adopts its id. A new one gets the backup's marker. */
function bindTo(file: string, storage: string): void {
  const database = new Sqlite(file)
  try {
    database
      .prepare("update secrets set value = ? where name = 'storage' and value <> ?")
      .run(storage, storage)
    database.pragma('journal_mode = delete')
  } finally {
    database.close()
  }
  syncFile(file)
}

/**
 * Puts a prepared restore in place; the data folder must be locked, and its database closed. The old database is
 * renamed together with its log, which is never replayed into the new one. If interrupted, the next call resumes.
 * Returns where the old data is, or undefined if nothing was prepared.
 */
export async function applyRestore(
  settings: Settings,
  log: Log,
): Promise<{ backup: string; aside: string | null } | undefined> {
  const folder = path.join(settings.DATA_DIR, FOLDER)
  const text = await readFile(path.join(folder, READY), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { backup, aside } = Ready.parse(JSON.parse(text))
  const staged = path.join(folder, 'database.db')
  let kept: string | null = null
  await swapKey(settings.DATA_DIR, path.join(folder, KEY_FILE), aside)
  if (settings.DATABASE_URL) {
    const schema = aside.replaceAll('-', '_')
    if (existsSync(staged))
      kept = (await onDatabase({ kind: 'load', file: staged, url: settings.DATABASE_URL, aside: schema }))
        .aside
    await rm(staged, { force: true })
  } else kept = await swapFiles(settings.DATA_DIR, staged, aside)
  await rm(path.join(folder, READY), { force: true })
  await syncFolder(folder)
  await rm(folder, { recursive: true, force: true })
  log.warn({ backup, aside: kept }, 'A backup was restored')
  return { backup, aside: kept }
}

/** Swaps the key too: the backup's database and key belong together. */
async function swapKey(folder: string, staged: string, aside: string): Promise<void> {
  if (!existsSync(staged)) return
  const present = path.join(folder, KEY_FILE)
  if (existsSync(present)) await rename(present, `${present}.${aside}`)
  await rename(staged, present)
  await syncFolder(folder)
}

async function swapFiles(folder: string, staged: string, aside: string): Promise<string | null> {
  const present = path.join(folder, 'vitrine.db')
  const old = path.join(folder, `vitrine-${aside}.db`)
  if (existsSync(staged)) {
    // The log first: a new database must never be used with an old log.
    for (const ending of ['-wal', '-shm', ''])
      if (existsSync(present + ending)) await rename(present + ending, old + ending)
    await syncFolder(folder)
    await rename(staged, present)
    await syncFolder(folder)
  }
  return existsSync(old) ? old : null
}

export const isRestorePrepared = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): boolean =>
  existsSync(path.join(DATA_DIR, FOLDER, READY))

/**
 * If a restore can't be put in place at startup, it is set aside and reported, and the server starts with its current
 * data.
 */
export async function applyRestoreAtStart(settings: Settings, log: Log): Promise<void> {
  try {
    await applyRestore(settings, log)
  } catch (error) {
    log.error({ err: error }, 'Restoring the backup failed; the data is unchanged')
    await noteFailedRestore(settings, (error as Error).message)
  }
}

/** Discards the prepared restore. */
export async function noteFailedRestore(
  { DATA_DIR }: Pick<Settings, 'DATA_DIR'>,
  error: string,
): Promise<void> {
  const folder = path.join(DATA_DIR, FOLDER)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeDurably(path.join(folder, FAILED), JSON.stringify({ error }))
}

/** Why the last restore could not be put in place; null if it succeeded. */
export async function failedRestore({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<string | null> {
  const text = await readFile(path.join(DATA_DIR, FOLDER, FAILED), 'utf8').catch(() => undefined)
  return text === undefined ? null : z.object({ error: z.string() }).parse(JSON.parse(text)).error
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w')
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  await rename(`${file}.new`, file)
  await syncFolder(path.dirname(file))
}
