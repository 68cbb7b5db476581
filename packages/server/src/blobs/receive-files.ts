import type { Readable } from 'node:stream'
import { rule } from '@vitrine/contract/rules'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '#lib/errors.ts'
import { judgeFile } from '#lib/probe.ts'
import type { FileFacts } from '#lib/probe-verdict.ts'
import type { BlobStore, Staged } from './blob-store.ts'

/** A sender that says nothing for so many milliseconds is gone. */
const IDLE_LIMIT = 60_000

interface FileField {
  /** Files, and bytes of each. */
  count: number
  bytes: number
}

export interface ReceivedFile {
  /** As the sender named it, without folders and control characters; never empty. */
  name: string
  staged: Staged
}

export interface Received<F extends string> {
  files: Record<F, ReceivedFile[]>
  values: Record<string, string>
  /** Forgets every file that was not kept. */
  discard(): Promise<void>
}

/**
 * Takes in a multipart request, hashing and storing while it arrives: files of the given fields, and text values.
 * Throws INVALID, TOO_LARGE or STORAGE_FULL, and then leaves nothing behind.
 */
export async function receiveFiles<F extends string>(
  request: FastifyRequest,
  blobs: BlobStore,
  fields: Record<F, FileField>,
): Promise<Received<F>> {
  const names = Object.keys(fields) as F[]
  const files = Object.fromEntries(names.map((name) => [name, [] as ReceivedFile[]])) as Record<
    F,
    ReceivedFile[]
  >
  const values: Record<string, string> = {}
  const discard = async () => {
    const all = names.flatMap((name) => files[name])
    await Promise.all(all.map(({ staged }) => staged.discard()))
  }
  if (!request.isMultipart()) throw invalid({ [names[0] ?? 'body']: rule('required') })
  request.raw.setTimeout(IDLE_LIMIT)
  try {
    // The store counts the bytes: it must see the first one too many.
    for await (const part of request.parts({ limits: { fileSize: Number.MAX_SAFE_INTEGER, fields: 20 } })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') values[part.fieldname] = part.value
        continue
      }
      const field = names.find((name) => name === part.fieldname)
      if (!field) throw invalid({ [part.fieldname]: rule('invalid') })
      const { count, bytes } = fields[field]
      if (files[field].length >= count) throw invalid({ [field]: rule('at_most_files', count) })
      files[field].push(await receive(part, blobs, bytes))
    }
    return { files, values, discard }
  } catch (error) {
    await discard()
    // What is still coming is read and thrown away, so that the sender gets to read the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw plain(error, request)
  }
}

async function receive(
  part: { filename: string; file: Readable },
  blobs: BlobStore,
  limit: number,
): Promise<ReceivedFile> {
  const name = fileName(part.filename)
  try {
    return { name, staged: await blobs.stage(part.file, limit) }
  } catch (error) {
    if (error instanceof AppError && error.errKey === 'TOO_LARGE')
      throw new AppError('TOO_LARGE', `${name} is larger than ${Math.floor(limit / 2 ** 20)} MB`)
    throw error
  }
}

/** What an uploaded file is. A refusal names the file in its sentence and the field that it came in. */
export async function judgeReceived({ name, staged }: ReceivedFile, field: string): Promise<FileFacts> {
  try {
    return await judgeFile(staged.path)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const sentence = `${name} ${error.message}`
    throw new AppError(error.errKey, sentence, { [field]: sentence })
  }
}

/** Browsers write a quote as %22 and line breaks as %0D%0A, and nothing else in that way. */
const fileName = (sent: string | undefined): string =>
  (sent ?? '')
    .toWellFormed()
    .replaceAll('%22', '"')
    .replace(/\p{Cc}|%0[AD]/gu, '')
    .trim()
    .slice(-255) || 'Untitled'

/** What the reader of multipart throws about a request that is cut, malformed or full of parts, as INVALID. */
function plain(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof AppError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (request.raw.destroyed || !request.raw.complete)
    return new AppError('INVALID', 'The upload was broken off')
  if (code.startsWith('FST_') || /multipart|terminated early|boundary|header/i.test(message))
    return new AppError('INVALID', 'The upload is not a whole multipart body')
  return error
}
