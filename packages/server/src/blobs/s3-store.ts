import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { PassingStartError, StartError } from '#lib/env.ts'
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
import { Bucket, type S3Settings } from './s3-bucket.ts'
import { Pieces } from './s3-pieces.ts'
import { type Arrived, Staging, throwUnavailable } from './staging.ts'

const MARKER = 'vitrine-storage.json'
const PROBE = 'vitrine-probe'
/** Bytes to read at a time: a request takes some milliseconds. */
const RANGE_BYTES = 4 * 2 ** 20

/**
 * Files in a bucket of an S3-compatible storage, for several server processes: `ab/cdef…` as on a disk. Incoming files
 * are inspected in `folder`, a local one of this process, before they are uploaded. Throws a StartError if the bucket
 * can't be used.
 */
export async function openS3Store(
  settings: S3Settings,
  folder: string,
  { incoming = 'incoming', freshId = newId() } = {},
): Promise<BlobStore> {
  const bucket = new Bucket(settings)
  try {
    const id = (await readMarker(bucket)) ?? (await writeMarker(bucket, freshId))
    return new S3Store(bucket, await Staging.open(path.join(folder, incoming)), id)
  } catch (error) {
    throw unusable(settings, error)
  }
}

/** What a bucket has, without changing it. Throws a StartError if it can't be used. */
export async function inspectS3Store(settings: S3Settings): Promise<StoredFiles> {
  const bucket = new Bucket(settings)
  try {
    const id = await readMarker(bucket)
    for await (const { key } of bucket.list(''))
      if (SHA256.test(key.replace('/', ''))) return { id, isEmpty: false }
    return { id, isEmpty: true }
  } catch (error) {
    throw unusable(settings, error)
  }
}

function unusable({ S3_BUCKET }: S3Settings, error: unknown): StartError {
  if (error instanceof StartError) return error
  const { message, name, code } = error as Error & { code?: string }
  // Connections to several addresses fail without a message.
  const reason = (message || code || name).replace(/\.$/, '')
  const Kind = isAway(error) ? PassingStartError : StartError
  return new Kind(`Can't use the bucket ${S3_BUCKET}: ${reason}.`, { cause: error })
}

/** Without a response, too many requests, or an error of the storage: it may work later. */
function isAway(error: unknown): boolean {
  const { name, code, $metadata } = error as Error & {
    code?: unknown
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  if (status !== undefined) return status >= 500 || status === 429
  return typeof code === 'string' || name === 'TimeoutError' || name === 'AggregateError'
}

async function readMarker(bucket: Bucket): Promise<string | undefined> {
  const found = await bucket.get(MARKER)
  if (!found) return undefined
  const marker = JSON.parse(await text(found)) as { id?: unknown; format?: unknown }
  if (typeof marker.id === 'string' && marker.format === 1) return marker.id
  throw new StartError('The bucket was created by a newer version of Vitrine.')
}

/** If servers start together on a new bucket, one writes the marker, and all adopt the id that is stored in the end. */
async function writeMarker(bucket: Bucket, freshId: string): Promise<string> {
  for await (const { key } of bucket.list(''))
    throw new StartError(`The bucket contains other data (${key}) and no ${MARKER}.`)
  await bucket.putNew(MARKER, Buffer.from(JSON.stringify({ id: freshId, format: 1 })))
  const id = await readMarker(bucket)
  if (!id) throw new StartError("The bucket doesn't keep the files written to it.")
  return id
}

class S3Store implements BlobStore {
  readonly id: string
  readonly rangeBytes = RANGE_BYTES
  readonly partials: PartialFiles
  readonly #bucket: Bucket
  readonly #staging: Staging

  constructor(bucket: Bucket, staging: Staging, id: string) {
    this.#bucket = bucket
    this.#staging = staging
    this.id = id
    this.partials = new Pieces(bucket, staging, (arrived) => this.#staged(arrived))
  }

  async stage(content: Readable, limit: number): Promise<Staged> {
    return this.#staged(await this.#staging.receive(content, limit))
  }

  #staged({ path: file, sha256, size }: Arrived): Staged {
    const discard = () => rm(file, { force: true })
    const keep = async ({ replace = false } = {}) => {
      // Equal hashes mean equal bytes: skip the upload.
      if (replace || (await this.size(sha256)) !== size)
        await this.#bucket.putFile(keyOf(sha256), file).catch(throwUnavailable)
      await discard()
    }
    return { sha256, size, path: file, keep, discard }
  }

  async read(sha256: string): Promise<Readable> {
    return found(await this.#bucket.get(keyOf(sha256)).catch(throwUnavailable))
  }

  async readRange(sha256: string, range: ByteRange): Promise<Buffer[]> {
    return found(await this.#bucket.getRange(keyOf(sha256), range).catch(throwUnavailable))
  }

  size(sha256: string): Promise<number | undefined> {
    return this.#bucket.size(keyOf(sha256)).catch(throwUnavailable)
  }

  async delete(sha256: string): Promise<void> {
    await this.#bucket.delete(keyOf(sha256)).catch(throwUnavailable)
  }

  async probe(): Promise<void> {
    await this.#bucket.put(PROBE, Buffer.from('1'))
    await this.#bucket.delete(PROBE)
  }

  async *list(): AsyncIterable<{ sha256: string; size: number; keptAt: number }> {
    for await (const { key, size, at } of this.#bucket.list('')) {
      const sha256 = key.replace('/', '')
      if (SHA256.test(sha256)) yield { sha256, size, keptAt: at }
    }
  }
}

function found<T>(content: T | undefined): T {
  if (content === undefined) throw notFound('File not found')
  return content
}

const keyOf = (sha256: string): string => {
  if (!SHA256.test(sha256)) throw notFound('File not found')
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`
}
