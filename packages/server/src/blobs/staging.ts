import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { AppError, conflict, storageFull, storageUnavailable } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { DiskWriter } from './disk-writer.ts'

/** Bytes; four times Node's default, for fewer round trips through the thread pool. */
export const READ_CHUNK = 256 * 1024

/** A block of most file systems. */
const PROBE = Buffer.alloc(4096, 1)

export interface Arrived {
  /** Lowercase hex. */
  sha256: string
  /** Bytes. */
  size: number
  path: string
}

/** This process's folder for incoming files. `open` deletes those of an earlier process. */
export class Staging {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(folder: string): Promise<Staging> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    return new Staging(folder)
  }

  /** Throws if the folder can't be written now. */
  async probe(): Promise<void> {
    const file = path.join(this.#folder, newId())
    try {
      const handle = await open(file, 'w')
      await handle.writeFile(PROBE).finally(() => handle.close())
    } finally {
      await rm(file, { force: true })
    }
  }

  /** Receives a stream, hashing while it writes; resolves once the bytes are flushed to the disk. */
  async receive(content: Readable, limit: number): Promise<Arrived> {
    const file = path.join(this.#folder, newId())
    try {
      const hash = createHash('sha256')
      const size = await write(await DiskWriter.create(file), content, limit, (piece) => hash.update(piece))
      return { sha256: hash.digest('hex'), size, path: file }
    } catch (error) {
      await rm(file, { force: true }).catch(() => {})
      throw storageError(error, file)
    }
  }
}

/** Appends a stream to a file of `offset` bytes. Bytes received before a failure stay. Returns the new size. */
export async function appendTo(
  file: string,
  offset: number,
  content: Readable,
  limit: number,
): Promise<number> {
  if ((await sizeOf(file)) !== offset) throw conflict()
  try {
    return offset + (await write(await DiskWriter.append(file), content, limit - offset, () => {}))
  } catch (error) {
    throw storageError(error, file)
  }
}

/** Bytes; 0 if there is no such file. */
export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(ifMissing(undefined)).catch(throwStorageError)
  return found?.size ?? 0
}

export async function hashOf(file: string): Promise<Arrived> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(file, { highWaterMark: READ_CHUNK }) as AsyncIterable<Buffer>) {
    hash.update(piece)
    size += piece.length
  }
  return { sha256: hash.digest('hex'), size, path: file }
}

async function write(
  writer: DiskWriter,
  content: Readable,
  limit: number,
  seen: (piece: Buffer) => void,
): Promise<number> {
  let size = 0
  try {
    try {
      for await (const piece of content as AsyncIterable<Buffer>) {
        size += piece.length
        if (size > limit) throw new AppError('TOO_LARGE', 'The file is larger than allowed or declared')
        seen(piece)
        await writer.write(piece)
      }
    } finally {
      await writer.finish()
    }
  } finally {
    await writer.close()
  }
  return size
}

const FULL = ['ENOSPC', 'EDQUOT']
/** The folder is missing or inaccessible, or its disk fails. */
const UNUSABLE = [
  'EACCES',
  'EIO',
  'ENODEV',
  'ENOENT',
  'ENOTCONN',
  'ENOTDIR',
  'ENXIO',
  'EPERM',
  'EROFS',
  'ESTALE',
]

/**
 * Converts a system error about a file or folder of the storage to the error to throw; returns other errors unchanged.
 */
export function storageError(error: unknown, path?: string): unknown {
  const { code = '', syscall, path: named } = error as NodeJS.ErrnoException
  if (FULL.includes(code)) return storageFull()
  if (syscall === undefined || !UNUSABLE.includes(code)) return error
  // Errors of calls on an open file don't include its path.
  return storageUnavailable(named ? error : Object.assign(error as Error, { path }))
}

/** For `catch`. */
export const throwStorageError = (error: unknown): never => {
  throw storageError(error)
}

/** For `catch` of calls to a storage in the network: whatever it answered, it can't be used now. */
export const throwUnavailable = (error: unknown): never => {
  throw error instanceof AppError ? error : storageUnavailable(error)
}

/** Without it, a power cut can lose the name of a file whose bytes are safe. Windows doesn't support it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

export const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
