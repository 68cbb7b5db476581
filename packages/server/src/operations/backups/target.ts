import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Bucket } from '#blobs/s3-bucket.ts'
import { ifMissing, READ_CHUNK, Staging, storageError, syncFolder } from '#blobs/staging.ts'
import { systemClock } from '#lib/clock.ts'
import { lockFile } from '#lib/disk/data-lock.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { newId } from '#lib/ids.ts'

/** A location for backups: flat keys with slashes, each written completely or not at all. */
export interface BackupTarget {
  /** Name shown to people: a folder, or `s3://bucket/prefix`. */
  readonly name: string
  /** Local folder for work in progress; empty after `open`. */
  readonly work: string
  list(prefix: string): AsyncIterable<{ key: string; size: number; at: number }>
  get(key: string): Promise<Readable | undefined>
  put(key: string, content: Buffer): Promise<void>
  /** Moves a local file to the key. */
  take(key: string, file: string): Promise<void>
  /** Stores a stream if its SHA-256 matches, and returns whether it did. */
  receive(key: string, content: Readable, sha256: string): Promise<boolean>
  delete(key: string): Promise<void>
  /** Free and total bytes; undefined without a limit. */
  room(): Promise<{ free: number; total: number } | undefined>
  close(): Promise<void>
}

type TargetSettings = Pick<
  Settings,
  | 'DATA_DIR'
  | 'BACKUP_TO'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_PREFIX'
  | 'HTTP_PROXY'
  | 'HTTPS_PROXY'
  | 'NO_PROXY'
>

/** Milliseconds. */
const ABANDONED = 24 * 60 * 60_000

/** A location has it from its first backup on. */
const LOCK = 'backup.lock'

/** The folder of a backup: its time and why it was taken. */
export const BACKUP_NAME = /^\d{4}-\d\d-\d\d-\d{6}-[a-z-]+(?:-\d+)?$/

const S3_ADDRESS = /^s3:\/\/([^/]+)(?:\/(.*))?$/

/** The default location of backups. */
export const backupPlace = ({ BACKUP_TO, DATA_DIR }: Pick<Settings, 'BACKUP_TO' | 'DATA_DIR'>): string =>
  BACKUP_TO ?? path.join(DATA_DIR, 'backups')

/** Opens a location for backups: a folder, which is created, or `s3://bucket/prefix`. Throws a StartError. */
export async function openTarget(
  where: string,
  settings: TargetSettings,
  access: 'read' | 'write',
): Promise<BackupTarget> {
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(where) ?? []
  try {
    if (!bucket) return await FolderTarget.open(path.resolve(where), access)
    const { Bucket } = await import('#blobs/s3-bucket.ts')
    const folders = prefix.split('/').filter(Boolean)
    const keys = folders.map((folder) => `${folder}/`).join('')
    const opened = new Bucket({ ...settings, S3_BUCKET: bucket, S3_PREFIX: keys })
    return await S3Target.open(where, opened, path.join(settings.DATA_DIR, 'backup-work'), access)
  } catch (error) {
    throw unusable(where, error)
  }
}

/** An error of the location as a sentence that names it. */
function unusable(where: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  const { message, name } = error as Error
  return new StartError(
    `The backup location ${where} can't be used: ${(message || name).replace(/\.$/, '')}.`,
  )
}

/** Names inside a location, which would be changed or emptied if they were something else's. */
const OWN_FOLDERS = ['work', 'files', 'snapshots']

/** Throws a StartError if one of these folders exists in a place that never was a location for backups. */
async function refuseOtherData(folder: string): Promise<void> {
  const names = await readdir(folder).catch(ifMissing<string[]>([]))
  const other = OWN_FOLDERS.find((name) => names.includes(name))
  if (other === undefined || names.includes(LOCK)) return
  const backups = await readdir(path.join(folder, 'snapshots')).catch(ifMissing<string[]>([]))
  if (backups.some((name) => BACKUP_NAME.test(name))) return
  throw new StartError(
    `${folder} already has ${other}, which isn't part of a backup. Choose an empty folder for backups.`,
  )
}

class FolderTarget implements BackupTarget {
  readonly name: string
  readonly work: string
  readonly #staging: Staging | undefined
  readonly #unlock: (() => void) | undefined

  private constructor(folder: string, staging?: Staging, unlock?: () => void) {
    this.name = folder
    this.work = path.join(folder, 'work')
    this.#staging = staging
    this.#unlock = unlock
  }

  /** Locked for writing: two concurrent backups would delete each other's files. */
  static async open(folder: string, access: 'read' | 'write'): Promise<FolderTarget> {
    if (access === 'read') return new FolderTarget(folder)
    await refuseOtherData(folder)
    await mkdir(folder, { recursive: true })
    const unlock = lockFile(path.join(folder, LOCK))
    if (!unlock) throw new StartError(`Another backup to ${folder} is running. Wait until it finishes.`)
    try {
      return new FolderTarget(folder, await Staging.open(path.join(folder, 'work')), unlock)
    } catch (error) {
      unlock()
      throw error
    }
  }

  #path = (key: string) => path.join(this.name, ...key.split('/'))

  async *list(prefix: string): AsyncIterable<{ key: string; size: number; at: number }> {
    const found = await readdir(this.#path(prefix), { recursive: true, withFileTypes: true }).catch(
      ifMissing([]),
    )
    for (const entry of found) {
      if (!entry.isFile()) continue
      const file = path.join(entry.parentPath, entry.name)
      const facts = await stat(file).catch(ifMissing(undefined))
      const key = path.relative(this.name, file).split(path.sep).join('/')
      if (facts) yield { key, size: facts.size, at: facts.mtimeMs }
    }
  }

  async get(key: string): Promise<Readable | undefined> {
    const handle = await open(this.#path(key)).catch(ifMissing(undefined))
    return handle?.createReadStream({ highWaterMark: READ_CHUNK })
  }

  async put(key: string, content: Buffer): Promise<void> {
    const file = path.join(this.work, 'put')
    const handle = await open(file, 'w')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } catch (error) {
      throw storageError(error)
    } finally {
      await handle.close()
    }
    await this.take(key, file)
  }

  async take(key: string, file: string): Promise<void> {
    const to = this.#path(key)
    const made = await mkdir(path.dirname(to), { recursive: true })
    await rename(file, to)
    await syncFolder(path.dirname(to))
    if (made) await syncFolder(path.dirname(made))
  }

  async receive(key: string, content: Readable, sha256: string): Promise<boolean> {
    return receiveInto(this.#staging, content, sha256, (file) => this.take(key, file))
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { recursive: true, force: true })
  }

  async room(): Promise<{ free: number; total: number }> {
    const { bavail, blocks, bsize } = await statfs(this.name)
    return { free: bavail * bsize, total: blocks * bsize }
  }

  async close(): Promise<void> {
    if (this.#staging) await rm(this.work, { recursive: true, force: true })
    this.#unlock?.()
  }
}

class S3Target implements BackupTarget {
  readonly name: string
  readonly work: string
  readonly #bucket: Bucket
  readonly #staging: Staging | undefined

  private constructor(name: string, bucket: Bucket, work: string, staging?: Staging) {
    this.name = name
    this.work = work
    this.#bucket = bucket
    this.#staging = staging
  }

  /** Each writer has its own work folder: others list while a backup runs, and a command may run next to the server. */
  static async open(
    name: string,
    bucket: Bucket,
    folder: string,
    access: 'read' | 'write',
  ): Promise<S3Target> {
    const work = path.join(folder, newId())
    if (access === 'read') return new S3Target(name, bucket, work)
    await removeAbandoned(folder)
    return new S3Target(name, bucket, work, await Staging.open(work))
  }

  /** Every call reaches the bucket, so each may fail. */
  #call<T>(answer: Promise<T>): Promise<T> {
    return answer.catch((error) => {
      throw unusable(this.name, error)
    })
  }

  async *list(prefix: string): AsyncIterable<{ key: string; size: number; at: number }> {
    const found = this.#bucket.list(prefix)[Symbol.asyncIterator]()
    for (;;) {
      const { value, done } = await this.#call(found.next())
      if (done) return
      yield value
    }
  }
  get = (key: string) => this.#call(this.#bucket.get(key))
  put = (key: string, content: Buffer) => this.#call(this.#bucket.put(key, content))
  async take(key: string, file: string): Promise<void> {
    await this.#call(this.#bucket.putFile(key, file))
    await rm(file, { force: true })
  }
  receive = (key: string, content: Readable, sha256: string) =>
    receiveInto(this.#staging, content, sha256, (file) => this.take(key, file))
  async delete(prefix: string): Promise<void> {
    await this.#call(this.#bucket.delete(prefix))
    for await (const { key } of this.list(`${prefix}/`)) await this.#call(this.#bucket.delete(key))
  }
  room = async () => undefined
  async close(): Promise<void> {
    if (this.#staging) await rm(this.work, { recursive: true, force: true })
  }
}

/** Deletes folders of crashed processes, which nothing has written to for a day. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(ifMissing([]))) {
    const work = path.join(folder, name)
    const facts = await stat(work).catch(ifMissing(undefined))
    if (facts && facts.mtimeMs < systemClock.now() - ABANDONED)
      await rm(work, { recursive: true, force: true })
  }
}

async function receiveInto(
  staging: Staging | undefined,
  content: Readable,
  sha256: string,
  take: (file: string) => Promise<void>,
): Promise<boolean> {
  if (!staging) throw new Error('This backup location is read-only')
  const arrived = await staging.receive(content, Number.MAX_SAFE_INTEGER)
  if (arrived.sha256 === sha256) await take(arrived.path)
  else await rm(arrived.path, { force: true })
  return arrived.sha256 === sha256
}

/** Copies a stream to a local file, durably. */
export async function download(content: Readable, to: string): Promise<void> {
  const handle = await open(to, 'w')
  try {
    for await (const piece of content as AsyncIterable<Buffer>) await handle.writeFile(piece)
    await handle.sync()
  } catch (error) {
    throw storageError(error)
  } finally {
    await handle.close()
  }
}
