import type { PartialUpload } from '@vitrine/contract/api/library/uploads'
import type { Media } from '@vitrine/contract/api/media'
import { api, upload } from '#lib/api.ts'
import { sendInParts } from '#lib/server/resumable.ts'
import { ApiError } from '#lib/server/transport.ts'
import { convertDeck, DeckFailed, hasConversion, isDeck } from './deck-files.ts'
import { isSameFile } from './unfinished-uploads.tsx'
import type { ChosenFile } from './uploads-state.ts'

/** The server's limit per request. */
export const MAX_FILES = 30
/** For the file chooser. */
export const ACCEPT = 'image/*,video/*,application/zip,.zip,audio/*,application/pdf,.pdf,.pptx,.odp'
/** Files of at least this many bytes upload in resumable parts. */
export const LARGE = 8 * 2 ** 20

interface Sending {
  /** An idempotency key: the server creates the media once per key. */
  submission: string
  /** Gets each file's uploaded share (0 to 1). */
  onProgress: (shares: number[]) => void
  /** Gets a description of a file's processing on the server after its upload. */
  onStep: (index: number, text: string) => void
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
  /** Seconds per page of a storyboard of PDFs and slides; null creates none. */
  seconds: number | null
}

/** Trusts the browser's MIME type, which varies for zip files; the server inspects the content. */
export const looksPlayable = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^(image|video|audio)\//.test(type) ||
  /zip/.test(type) ||
  /\.(zip|mkv|mov|avif)$/i.test(name) ||
  isDeck({ type, name })

/** An error about one of several files. */
export class FileProblem extends Error {
  readonly index: number
  constructor(index: number, message: string) {
    super(message)
    this.index = index
  }
}

/**
 * Large files are uploaded in parts first. PDFs and slides are converted to pictures one at a time; one request then
 * creates media from all other files, or from none. Throws a FileProblem for a problem of one file.
 */
export async function uploadFiles(
  files: readonly ChosenFile[],
  folderId: string | null,
  organizationId: string,
  sending: Sending,
): Promise<Media[]> {
  const { submission, signal, seconds } = sending
  const sent = files.map(() => 0)
  const told = (index: number, share: number) => {
    sent[index] = share
    sending.onProgress([...sent])
  }
  const numbered = files.map((chosen, index) => ({ ...chosen, index }))
  const waiting = numbered.filter(({ key }) => !hasConversion(key))
  const arrived = await sendLarge(waiting, sending, told)
  const place = { folderId: folderId ?? '', organizationId }
  for (const { key, file, index } of numbered.filter(({ file }) => isDeck(file)))
    await convertDeck({ key, file: arrived.get(index) ?? file, name: file.name }, place, {
      seconds,
      signal,
      onShare: (share) => told(index, share),
      onStep: (text) => sending.onStep(index, text),
    }).catch((error) => {
      throw problemWith(error, [index])
    })

  const others = numbered.filter(({ file }) => !isDeck(file))
  if (others.length === 0) return []
  const form = new FormData()
  form.append('folderId', place.folderId)
  form.append('organizationId', organizationId)
  // First in the body: progress per file is computed from the end.
  for (const { thumbnail } of others) {
    const picture = await thumbnail
    form.append('thumbnail', picture, picture.type === 'image/png' ? 'thumbnail.png' : 'thumbnail.jpg')
  }
  for (const { file, index } of others) {
    const id = arrived.get(index)
    if (id === undefined) form.append('media', file, file.name)
    else form.append('media', id)
  }
  const small = others.filter(({ index }) => !arrived.has(index))
  const sizes = small.map(({ file }) => file.size)
  try {
    const { media } = await upload(api.media.upload.route, {}, form, {
      signal,
      key: submission,
      onProgress: ({ loaded, total }) => {
        const left = shares(sizes, loaded, total)
        for (const [n, { index }] of small.entries()) told(index, left[n] ?? 0)
      },
    })
    return media
  } catch (error) {
    throw problemWith(
      error,
      others.map(({ index }) => index),
    )
  }
}

/** Uploads large files in parts, resuming earlier attempts; returns their ids by index. */
async function sendLarge(
  files: readonly { file: File; index: number }[],
  { signal, onWaiting }: Pick<Sending, 'signal' | 'onWaiting'>,
  told: (index: number, share: number) => void,
): Promise<Map<number, string>> {
  const arrived = new Map<number, string>()
  const large = files.filter(({ file }) => file.size > LARGE)
  const begun: PartialUpload[] = large.length > 0 ? (await api.media.uploads({}, { signal })).uploads : []
  for (const { file, index } of large) {
    // Two equal files each resume a separate upload.
    const at = begun.findIndex((each) => isSameFile(each, file))
    const [earlier] = at < 0 ? [] : begun.splice(at, 1)
    const onProgress = (loaded: number) => told(index, loaded / file.size)
    const id = await sendInParts(file, earlier?.id, { name: file.name, signal, onProgress, onWaiting })
    told(index, 1)
    arrived.set(index, id)
  }
  return arrived
}

/** Maps a server error about a file to its index; `indexes`: the positions of the request's files in the whole list. */
function problemWith(error: unknown, indexes: readonly number[]): unknown {
  if (!(error instanceof ApiError)) {
    const [index] = indexes
    return error instanceof DeckFailed && index !== undefined ? new FileProblem(index, error.message) : error
  }
  const n = indexes.findIndex((_, place) => error.errors[`media.${place}`] !== undefined)
  const index = indexes[n]
  return index === undefined ? error : new FileProblem(index, error.errors[`media.${n}`] ?? '')
}

/** Bytes sent of each file, assuming the files are in order at the end of the body. */
export function shares(sizes: readonly number[], loaded: number, total: number): number[] {
  let start = total - sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size) => {
    const sent = loaded - start
    start += size
    return size === 0 ? Number(sent >= 0) : Math.min(1, Math.max(0, sent / size))
  })
}
