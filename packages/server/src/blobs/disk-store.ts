import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { StartError } from '#lib/env.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import {
  type BlobStore,
  type ByteRange,
  type PartialFiles,
  SHA256,
  type Staged,
  type StoredFiles,
} from './blob-store.ts'
import {
  type Arrived,
  appendTo,
  hashOf,
  ifMissing,
  READ_CHUNK,
  Staging,
  sizeOf,
  storageError,
  syncFolder,
  throwStorageError,
} from './staging.ts'

const MARKER = 'vitrine-storage.json'
const INCOMING = 'incoming'

interface Opening {
  /** Folder for incoming files inside the storage; a second process uses a separate one. */
  incoming?: string
  /** Id for a new storage. */
  freshId?: string
}

/**
 * Files in a folder: `ab/cdef…` by the first two digits of the hash, incoming ones in `incoming/`, partial ones in
 * `partial/`. Opening creates a missing folder, deletes half-written files of an earlier process, and throws a
 * StartError if the folder can't be used.
 */
export async function openDiskStore(
  folder: string,
  { incoming = INCOMING, freshId = newId() }: Opening = {},
): Promise<BlobStore> {
  try {
    await mkdir(folder, { recursive: true })
    const id = (await readMarker(folder)) ?? (await writeMarker(folder, freshId))
    await mkdir(path.join(folder, 'partial'), { recursive: true })
    return new DiskStore(folder, await Staging.open(path.join(folder, incoming)), id)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** What a folder has, without changing it. Throws a StartError if it can't be used. */
export async function inspectDiskStore(folder: string): Promise<StoredFiles> {
  try {
    const id = await readMarker(folder)
    if (id === undefined) return { id, isEmpty: true }
    for (const shelf of await shelvesOf(folder))
      if ((await readdir(path.join(folder, shelf))).length > 0) return { id, isEmpty: false }
    return { id, isEmpty: true }
  } catch (error) {
    throw unusable(folder, error)
  }
}

function unusable(folder: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  return new StartError(`Can't use the files folder ${folder}: ${(error as Error).message}.`)
}

/** The marker identifies our folder, to detect a wrong path or an unmounted disk. */
async function readMarker(folder: string): Promise<string | undefined> {
  const text = await readFile(path.join(folder, MARKER), 'utf8').catch(ifMissing(''))
  if (text) {
    const marker = parsed(text) as { id?: unknown; format?: unknown }
    if (typeof marker?.id === 'string' && marker.format === 1) return marker.id
    throw new StartError(`The files folder ${folder} was created by a newer version of Vitrine.`)
  }
  const names = await readdir(folder).catch(ifMissing<string[]>([]))
  if (names.some((name) => !name.endsWith('.new') && name !== 'lost+found'))
    throw new StartError(`The files folder ${folder} contains other data: it has no ${MARKER}.`)
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function writeMarker(folder: string, freshId: string): Promise<string> {
  const file = path.join(folder, MARKER)
  const fresh = await open(`${file}.new`, 'w')
  await fresh.writeFile(JSON.stringify({ id: freshId, format: 1 }))
  await fresh.sync()
  await fresh.close()
  await rename(`${file}.new`, file)
  await syncFolder(folder)
  return freshId
}

async function shelvesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
    .map(({ name }) => name)
}

class DiskStore implements BlobStore {
  readonly id: string
  readonly rangeBytes = READ_CHUNK
  readonly partials: PartialFiles
  readonly #folder: string
  readonly #staging: Staging

  constructor(folder: string, staging: Staging, id: string) {
    this.#folder = folder
    this.#staging = staging
    this.id = id
    const fileOf = (name: string) => path.join(folder, 'partial', name)
    this.partials = {
      append: async (name, offset, content, limit) => {
        await this.#present()
        return appendTo(fileOf(name), offset, content, limit)
      },
      size: async (name) => (await sizeOf(fileOf(name))) || this.#nothing(0),
      stage: async (name) =>
        this.#staged(await hashOf(fileOf(name)).catch(throwStorageError), async () => {}),
      discard: (name) => rm(fileOf(name), { force: true }),
      ids: async function* () {
        yield* await readdir(path.join(folder, 'partial'))
      },
    }
  }

  /** Without the marker the disk is unmounted or another one: a file that isn't found may still exist. */
  async #present(): Promise<void> {
    await stat(path.join(this.#folder, MARKER)).catch(throwStorageError)
  }

  async #nothing<T>(nothing: T): Promise<T> {
    await this.#present()
    return nothing
  }

  #path(sha256: string): string {
    if (!SHA256.test(sha256)) throw notFound('File not found')
    return path.join(this.#folder, sha256.slice(0, 2), sha256.slice(2))
  }

  async stage(content: Readable, limit: number): Promise<Staged> {
    const arrived = await this.#staging.receive(content, limit)
    return this.#staged(arrived, () => rm(arrived.path, { force: true }))
  }

  #staged({ path: file, ...facts }: Arrived, discard: () => Promise<void>): Staged {
    return { ...facts, path: file, keep: () => this.#keep(file, facts.sha256), discard }
  }

  /** Overwrites an existing file: the bytes are the same, and this repairs a file damaged by a bad disk. */
  async #keep(file: string, sha256: string): Promise<void> {
    const target = this.#path(sha256)
    const folder = path.dirname(target)
    try {
      const made = await mkdir(folder, { recursive: true })
      await rename(file, target)
      await syncFolder(folder)
      if (made) await syncFolder(this.#folder)
    } catch (error) {
      throw storageError(error, target)
    }
  }

  async #open(sha256: string): Promise<FileHandle> {
    const handle = await open(this.#path(sha256)).catch(ifMissing(undefined)).catch(throwStorageError)
    if (!handle) throw await this.#nothing(notFound('File not found'))
    return handle
  }

  async read(sha256: string): Promise<Readable> {
    return (await this.#open(sha256)).createReadStream({ highWaterMark: READ_CHUNK })
  }

  async readRange(sha256: string, { start, end }: ByteRange): Promise<Buffer[]> {
    const handle = await this.#open(sha256)
    try {
      const bytes = Buffer.allocUnsafe(end - start + 1)
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start).catch(throwStorageError)
      return [bytes.subarray(0, bytesRead)]
    } finally {
      await handle.close()
    }
  }

  async size(sha256: string): Promise<number | undefined> {
    const found = await stat(this.#path(sha256)).catch(ifMissing(undefined)).catch(throwStorageError)
    return found ? found.size : this.#nothing(undefined)
  }

  async delete(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true })
  }

  probe(): Promise<void> {
    return this.#staging.probe()
  }

  async *list(): AsyncIterable<{ sha256: string; size: number; keptAt: number }> {
    for (const shelf of await shelvesOf(this.#folder)) {
      for (const name of await readdir(path.join(this.#folder, shelf))) {
        const sha256 = shelf + name
        if (!SHA256.test(sha256)) continue
        const found = await stat(path.join(this.#folder, shelf, name)).catch(ifMissing(undefined))
        if (found) yield { sha256, size: found.size, keptAt: found.mtimeMs }
      }
    }
  }
}
