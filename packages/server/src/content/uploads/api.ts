import { Readable } from 'node:stream'
import { plainText } from '@vitrine/contract/plain-text'
import { rule } from '@vitrine/contract/rules'
import type { FastifyRequest } from 'fastify'
import type { BlobStore, Staged } from '#blobs/blob-store.ts'
import { AppError, invalid } from '#lib/errors.ts'
import type { Owner } from '#lib/work/turns.ts'
import { inspectFile } from './probing/probe.ts'
import type { FileFacts } from './probing/probe-verdict.ts'

export type { FileFacts } from './probing/probe-verdict.ts'

/** A client silent for this many milliseconds counts as disconnected. */
export const IDLE_LIMIT = 60_000

interface FileField {
  /** Maximum number of files, and bytes of each. */
  count: number
  bytes: number
}

export interface ReceivedFile {
  /** The uploader, because inspection alternates between people. */
  sender: Owner
  /** The client's file name, without folders and control characters; never empty. */
  name: string
  staged: Staged
  /** Id of a resumable upload. */
  uploadId?: string
}

export interface Received<F extends string> {
  files: Record<F, ReceivedFile[]>
  values: Record<string, string>
  /** Deletes every file that was not kept. */
  discard(): Promise<void>
}

interface ReceiveOptions<F extends string> {
  /** Resolves a text field in place of a file, such as the id of a resumable upload. */
  arrived?: { [K in F]?: (text: string, index: number) => Promise<ReceivedFile> }
  /** Sees the bytes of files before they are written, and throws to refuse them. */
  count?: (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
}

/**
 * Receives a multipart request, hashing and storing while it arrives: files of the given fields, and text values.
 * Throws INVALID, TOO_LARGE or STORAGE_FULL, and then leaves nothing behind.
 */
export async function receiveFiles<F extends string>(
  request: FastifyRequest,
  sender: Owner,
  blobs: BlobStore,
  fields: Record<F, FileField>,
  { arrived = {}, count }: ReceiveOptions<F> = {},
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
  // An in-process call has no connection that could stall.
  if ('setTimeout' in request.raw) request.raw.setTimeout(IDLE_LIMIT)
  try {
    // The store counts the bytes, so it must see the first excess byte.
    for await (const part of request.parts({ limits: { fileSize: Number.MAX_SAFE_INTEGER, fields: 60 } })) {
      const field = names.find((name) => name === part.fieldname)
      const find = field && arrived[field]
      if (part.type === 'field' && !find) {
        if (typeof part.value === 'string') values[part.fieldname] = part.value
        continue
      }
      if (!field) throw invalid({ [part.fieldname]: rule('invalid') })
      const { count: most, bytes } = fields[field]
      if (files[field].length >= most) throw invalid({ [field]: rule('at_most_files', most) })
      const index = files[field].length
      if (part.type === 'file') {
        const content = count ? Readable.from(count(part.file)) : part.file
        files[field].push({ ...(await receive(part.filename, content, blobs, bytes)), sender })
      } else if (find) files[field].push(await find(String(part.value), index))
    }
    return { files, values, discard }
  } catch (error) {
    await discard()
    // Drain the rest of the body, so that the client reads the response.
    request.raw.unpipe()
    request.raw.resume()
    throw plain(error, request)
  }
}

const sizeText = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.floor(bytes / 2 ** 10)} kB` : `${Math.floor(bytes / 2 ** 20)} MB`

async function receive(
  filename: string,
  content: Readable,
  blobs: BlobStore,
  limit: number,
): Promise<Pick<ReceivedFile, 'name' | 'staged'>> {
  const name = plainName(filename)
  try {
    return { name, staged: await blobs.stage(content, limit) }
  } catch (error) {
    if (error instanceof AppError && error.errKey === 'TOO_LARGE')
      throw new AppError('TOO_LARGE', `${name} is larger than ${sizeText(limit)}`)
    throw error
  }
}

/** Inspects an uploaded file. A refusal names the file in its sentence, and the form field. */
export async function inspectReceived(
  { name, sender, staged }: ReceivedFile,
  field: string,
): Promise<FileFacts> {
  try {
    return await inspectFile(staged.path, sender)
  } catch (error) {
    if (!(error instanceof AppError) || error.errKey === 'TOO_MANY_REQUESTS') throw error
    const sentence = `${name} ${error.message}`
    throw new AppError(error.errKey, sentence, { [field]: sentence })
  }
}

/** Browsers encode a quote as %22 and line breaks as %0D%0A, and nothing else in that way. */
export const plainName = (sent: string | undefined): string =>
  plainText(
    (sent ?? '')
      .replace(/^.*[\\/]/su, '')
      .replaceAll('%22', '"')
      .replace(/\p{Cc}|%0[AD]/gu, ''),
  )
    .trim()
    .slice(-255)
    .toWellFormed() || 'Untitled'

const FILE_CALLS = ['open', 'write', 'writev', 'fsync', 'fdatasync', 'rename', 'mkdir']

/** Converts errors of the multipart parser about truncated, malformed or oversized requests to INVALID. */
function plain(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof AppError) return error
  const { code = '', message, syscall = '' } = error as NodeJS.ErrnoException
  // A failing disk isn't the client's fault.
  if (FILE_CALLS.includes(syscall)) return error
  if (request.raw.destroyed || !request.raw.complete)
    return new AppError('INVALID', 'The upload was interrupted')
  if (code.startsWith('FST_') || /multipart|terminated early|boundary|header/i.test(message))
    return new AppError('INVALID', 'The multipart body is incomplete')
  return error
}
