import type { Media } from '@vitrine/contract/api/content/media'
import { api, MAX_REQUEST, upload } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { reasonText } from '#lib/text/error-text.ts'
import { DeckFailed } from './deck-files.ts'
import type { ChosenFile } from './uploads-state.ts'

export type NumberedFile = ChosenFile & { index: number }

/** Room in a request for boundaries and names. */
const FORM_BYTES = 2 ** 20

interface Requests {
  folderId: string
  organizationId: string
  /** Ids of files that were uploaded in parts, by index. */
  arrived: ReadonlyMap<number, string>
  reportShare: (index: number, share: number) => void
  signal: AbortSignal
  submission: (files: readonly ChosenFile[]) => string
}

interface Stored {
  media: Media[]
  stored: Set<number>
  problems: Map<number, string>
}

/** Divides files into requests that proxies accept, in order. */
export async function inRequests(
  files: readonly NumberedFile[],
  arrived: ReadonlyMap<number, string>,
): Promise<NumberedFile[][]> {
  const groups: NumberedFile[][] = []
  let room = 0
  for (const each of files) {
    const bytes = (arrived.has(each.index) ? 0 : each.file.size) + (await each.thumbnail).size
    if (bytes > room) {
      groups.push([])
      room = MAX_REQUEST - FORM_BYTES
    }
    groups.at(-1)?.push(each)
    room -= bytes
  }
  return groups
}

/**
 * Creates media from files in one request. If the server refuses some of them, the others are sent again; if a proxy
 * refuses the request's size, each half. Throws for reasons that don't concern single files.
 */
export async function sendGroup(
  files: readonly NumberedFile[],
  requests: Requests,
  into: Stored,
): Promise<void> {
  if (files.length === 0) return
  try {
    into.media.push(...(await sendOne(files, requests)))
    for (const { index } of files) into.stored.add(index)
  } catch (error) {
    const left = files.filter(({ index }, place) => {
      const problem = placed(error, place)
      if (problem !== undefined) into.problems.set(index, problem)
      return problem === undefined
    })
    if (left.length < files.length) return sendGroup(left, requests, into)
    if (!(error instanceof ApiError) || error.status !== 413) throw error
    const [first] = files
    if (files.length === 1 && first) {
      into.problems.set(first.index, problemOf(error, 0))
      return
    }
    const half = Math.ceil(files.length / 2)
    await sendGroup(files.slice(0, half), requests, into)
    await sendGroup(files.slice(half), requests, into)
  }
}

async function sendOne(
  files: readonly NumberedFile[],
  { folderId, organizationId, arrived, reportShare, signal, submission }: Requests,
): Promise<Media[]> {
  const form = new FormData()
  form.append('folderId', folderId)
  form.append('organizationId', organizationId)
  // First in the body: progress per file is computed from the end.
  for (const { thumbnail } of files) {
    const picture = await thumbnail
    form.append('thumbnail', picture, picture.type === 'image/png' ? 'thumbnail.png' : 'thumbnail.jpg')
  }
  for (const { file, index } of files) {
    const id = arrived.get(index)
    if (id === undefined) form.append('media', file, file.name)
    else form.append('media', id)
  }
  const small = files.filter(({ index }) => !arrived.has(index))
  const sizes = small.map(({ file }) => file.size)
  const { media } = await upload(api.media.upload.route, {}, form, {
    signal,
    key: submission(files),
    onProgress: ({ loaded, total }) => {
      const left = shares(sizes, loaded, total)
      for (const [n, { index }] of small.entries()) reportShare(index, left[n] ?? 0)
    },
  })
  return media
}

/** The server's sentence about the file at a place of a request. */
const placed = (error: unknown, place: number): string | undefined =>
  error instanceof ApiError ? error.errors[`media.${place}`] : undefined

/** What to say about a file that was alone in its request. Throws what doesn't concern the file. */
export function problemOf(error: unknown, place: number): string {
  if (error instanceof DeckFailed) return error.message
  const problem = placed(error, place)
  if (problem !== undefined) return problem
  if (error instanceof ApiError && error.status === 413) return error.message || (reasonText(error) ?? '')
  throw error
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
