import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { BlobStore, Staged } from '#blobs/blob-store.ts'
import type { ReceivedFile } from '#content/uploads/api.ts'
import { AppError } from '#lib/errors.ts'
import { type Died, KillablePool } from '#lib/work/killable-pool.ts'
import { type Owner, Turns } from '#lib/work/turns.ts'
import type { DecodedPhoto } from './decode-heic.ts'
import { HEIC_START } from './heic-start.ts'

export type DecodeAnswer = { photo: DecodedPhoto } | { refused: string }

const pool = new KillablePool<{ path: string }, DecodeAnswer>({
  script: new URL('./decode.worker.ts', import.meta.url),
  heap: 512,
  timeLimit: 60_000,
  // A photo of 12 megapixels takes 2 s of a small machine's processor, one of 48 takes 8.
  turns: new Turns({
    atOnce: 2,
    slowAfter: 4000,
    slowAtOnce: 1,
    stopAfter: 15_000,
    waitingEach: 40,
    waitingTogether: 100,
  }),
})

const WHY: Record<Died, string> = {
  time: 'takes too long to convert',
  memory: 'needs too much memory to convert',
  unstarted: "can't be read",
}

/**
 * Converts uploaded HEIC photos to JPEG, or to PNG if they are transparent, since no browser but Safari shows HEIC: the
 * converted picture takes the place of the file, and its thumbnail that of the sent one, which the sender's browser
 * couldn't draw. `thumbnails` match by order and are ignored if their number differs. A result for each file: rejected with
 * the errors of `inspectReceived`.
 */
export async function convertPhotos(
  blobs: BlobStore,
  files: readonly ReceivedFile[],
  thumbnails: readonly ReceivedFile[] = [],
): Promise<PromiseSettledResult<void>[]> {
  const convert = async (file: ReceivedFile, index: number) => {
    if (!(await isHeic(file.staged.path))) return
    const { bytes, mimetype, thumbnail } = await decode(file, `media.${index}`)
    await substitute(blobs, file, bytes)
    file.name = `${file.name.replace(/\.(heic|heif|hif)$/i, '')}.${mimetype === 'image/png' ? 'png' : 'jpg'}`
    const sent = thumbnails.length === files.length ? thumbnails[index] : undefined
    if (sent) await substitute(blobs, sent, thumbnail)
  }
  return Promise.allSettled(files.map(convert))
}

async function decode({ name, sender, staged }: ReceivedFile, field: string): Promise<DecodedPhoto> {
  const answer = await ask(sender, staged.path)
  if ('photo' in answer) return answer.photo
  const sentence = `${name} ${answer.refused}`
  throw new AppError('UNSUPPORTED_MEDIA', sentence, { [field]: sentence })
}

async function ask(owner: Owner, path: string): Promise<DecodeAnswer> {
  const answer = await pool.ask(owner, { path })
  return typeof answer === 'string' ? { refused: WHY[answer] } : answer
}

async function substitute(blobs: BlobStore, file: ReceivedFile, bytes: Uint8Array): Promise<void> {
  const sent: Staged = file.staged
  const made = await blobs.stage(Readable.from([Buffer.from(bytes)]), bytes.byteLength)
  const discard = async () => {
    await made.discard()
    await sent.discard()
  }
  file.staged = { ...made, keep: (options) => made.keep(options), discard }
}

async function isHeic(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0)
    return HEIC_START.test(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await file.close()
  }
}
