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
import { type ProxySettings, tunnelFor } from '#lib/http/egress/proxy.ts'
import type { ByteRange } from './blob-store.ts'
import { READ_CHUNK } from './staging.ts'

/** Bytes per part of a multipart upload. */
const PART = 16 * 2 ** 20

/** Timeouts in milliseconds: for connecting, for a response to start, for uploading a part, and between bytes. */
const LIMITS = { connect: 5_000, answer: 20_000, file: 300_000, idle: 30_000 }

export type S3Settings = ProxySettings &
  Pick<
    Settings,
    'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_PREFIX'
  >

/** The few S3 calls we need, below a prefix. */
export class Bucket {
  readonly #client: S3Client
  /** The same client with time to upload a file: a call's timeout starts before its body is sent. */
  readonly #sender: S3Client
  readonly #idleMs: number
  readonly #name: string
  readonly #prefix: string

  constructor(settings: S3Settings, limits = LIMITS) {
    this.#name = settings.S3_BUCKET ?? ''
    this.#prefix = settings.S3_PREFIX
    this.#idleMs = limits.idle
    this.#client = clientOf(settings, limits.connect, limits.answer)
    this.#sender = clientOf(settings, limits.connect, limits.file)
  }

  #at(key: string) {
    return { Bucket: this.#name, Key: this.#prefix + key }
  }

  async get(key: string): Promise<Readable | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#at(key)))
      // A reader that stops must also close the connection to the storage.
      const through = new PassThrough({ highWaterMark: READ_CHUNK })
      pipeline(Body as Readable, through).catch(() => {})
      endWhenSilent(Body as Readable, through, this.#idleMs)
      return through
    } catch (error) {
      return ifMissing(error)
    }
  }

  async getRange(key: string, { start, end }: ByteRange): Promise<Buffer[] | undefined> {
    try {
      const Range = `bytes=${start}-${end}`
      const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#at(key), Range }))
      return await readAll(Body as Readable, this.#idleMs)
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

  /** Returns false if the object already exists. */
  async putNew(key: string, content: Buffer): Promise<boolean> {
    const at = { ...this.#at(key), Body: content }
    try {
      await this.#client.send(new PutObjectCommand({ ...at, IfNoneMatch: '*' }))
      return true
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
      // 412: it exists; 409: a concurrent write of it is in progress.
      if (status === 412 || status === 409) return false
      // Not every compatible storage supports the condition.
      if (status !== 501) throw error
      await this.#client.send(new PutObjectCommand(at))
      return true
    }
  }

  /** Uploads large files in parts; an interrupted upload leaves no object. */
  async putFile(key: string, file: string): Promise<void> {
    const { size } = await stat(file)
    const Body = createReadStream(file, { highWaterMark: READ_CHUNK })
    const broken = new AbortController()
    // The library only listens once it reads, and would otherwise wait forever.
    Body.on('error', (error) => broken.abort(error))
    if (size <= PART) {
      const command = new PutObjectCommand({ ...this.#at(key), Body, ContentLength: size })
      await this.#sender.send(command, { abortSignal: broken.signal })
      return
    }
    await new Upload({
      client: this.#sender,
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

function clientOf(settings: S3Settings, connectionTimeout: number, requestTimeout: number): S3Client {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  const tunnel = tunnelFor(new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`), settings)
  return new S3Client({
    region: S3_REGION,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
    // Without them, the machine's own role or profile applies.
    ...(S3_ACCESS_KEY_ID &&
      S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
    // Without timeouts, a stalled storage would keep calls and their files open forever.
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true, ...tunnel },
    // Not every compatible storage supports checksums beyond S3's own signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

async function readAll(body: Readable, idleMs: number): Promise<Buffer[]> {
  const timer = setTimeout(() => body.destroy(silent()), idleMs)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      timer.refresh()
    }
    return chunks
  } finally {
    clearTimeout(timer)
  }
}

const silent = () => new Error('The storage stopped responding')

/** A reader may pause indefinitely; only a storage that owes it bytes is disconnected. */
function endWhenSilent(body: Readable, through: PassThrough, milliseconds: number): void {
  let hasMoved = true
  body.on('data', () => {
    hasMoved = true
  })
  const timer = setInterval(() => {
    if (!hasMoved && through.readableLength === 0) body.destroy(silent())
    hasMoved = false
  }, milliseconds)
  through.once('close', () => clearInterval(timer))
}

function ifMissing(error: unknown): undefined {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) return undefined
  throw error
}
