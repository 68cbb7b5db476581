import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Settings } from '#lib/env.ts'
import type { ByteRange } from './blob-store.ts'
import { READ_CHUNK } from './staging.ts'

/** Bytes of one part of a larger object. */
const PART = 16 * 2 ** 20

export type S3Settings = Pick<
  Settings,
  'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_PREFIX'
>

/** The few calls of S3 that are needed, below a prefix. */
export class Bucket {
  readonly #client: S3Client
  readonly #name: string
  readonly #prefix: string

  constructor(settings: S3Settings) {
    const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
    this.#name = settings.S3_BUCKET ?? ''
    this.#prefix = settings.S3_PREFIX
    this.#client = new S3Client({
      region: S3_REGION,
      ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
      // Without them the machine's own role or profile counts.
      ...(S3_ACCESS_KEY_ID &&
        S3_SECRET_ACCESS_KEY && {
          credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
        }),
      // Checksums beyond S3's own signature are not understood by every compatible storage.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  #at(key: string) {
    return { Bucket: this.#name, Key: this.#prefix + key }
  }

  async get(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#at(key), Range }))
      // Who stops reading must hang up on the storage too.
      const through = new PassThrough({ highWaterMark: READ_CHUNK })
      pipeline(Body as Readable, through).catch(() => {})
      return through
    } catch (error) {
      return ifMissing(error)
    }
  }

  async size(key: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await this.#client.send(new HeadObjectCommand(this.#at(key)))
      return ContentLength
    } catch (error) {
      return ifMissing(error)
    }
  }

  async put(key: string, content: Buffer): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: content }))
  }

  /** In parts where it is large; an upload that breaks off leaves no object. */
  async putFile(key: string, file: string): Promise<void> {
    const { size } = await stat(file)
    const Body = createReadStream(file, { highWaterMark: READ_CHUNK })
    const broken = new AbortController()
    // The library listens only once it reads, and would wait for the rest for ever.
    Body.on('error', (error) => broken.abort(error))
    if (size <= PART) {
      const command = new PutObjectCommand({ ...this.#at(key), Body, ContentLength: size })
      await this.#client.send(command, { abortSignal: broken.signal })
      return
    }
    await new Upload({
      client: this.#client,
      params: { ...this.#at(key), Body },
      partSize: PART,
      queueSize: 2,
      abortController: broken,
    }).done()
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)))
  }

  async *list(prefix: string): AsyncIterable<{ key: string; size: number; at: number }> {
    let ContinuationToken: string | undefined
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#name, Prefix: this.#prefix + prefix, ContinuationToken }),
      )
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        yield { key: Key.slice(this.#prefix.length), size: Size, at: LastModified?.getTime() ?? 0 }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
  }
}

function ifMissing(error: unknown): undefined {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) return undefined
  throw error
}
