import type { Media, PartialUpload } from '@vitrine/contract/api/media'
import { api, upload } from '#lib/api.ts'
import { sendInParts } from '#lib/server/resumable.ts'
import { isSameFile } from './unfinished-uploads.tsx'
import type { ChosenFile } from './uploads-state.ts'

/** As many as the server takes in one request. */
export const MAX_FILES = 30
/** For the file chooser. */
export const ACCEPT = 'image/*,video/*,application/zip,.zip'
/** Bytes from which on a file is sent in parts, so that a broken line costs little. */
export const LARGE = 8 * 2 ** 20

interface Sending {
  /** Two with the same one make the media once. */
  submission: string
  /** Gets the share (0 to 1) of each file that has left. */
  onProgress: (shares: number[]) => void
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** By what the browser says of it; the server judges by content. Some systems call zip files by other names. */
export const mayBeShown = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^(image|video)\//.test(type) || /zip/.test(type) || /\.(zip|mkv|mov|avif)$/i.test(name)

/** Large files go ahead in parts; one request then makes media of all files, or of none. */
export async function uploadFiles(
  files: readonly ChosenFile[],
  folderId: string | null,
  organizationId: string,
  { submission, onProgress, onWaiting, signal }: Sending,
): Promise<Media[]> {
  const sent = files.map(() => 0)
  const told = (index: number, share: number) => {
    sent[index] = share
    onProgress([...sent])
  }
  const arrived = new Map<number, string>()
  const large = files.flatMap(({ file }, index) => (file.size > LARGE ? [{ file, index }] : []))
  const begun: PartialUpload[] = large.length > 0 ? (await api.media.uploads({}, { signal })).uploads : []
  for (const { file, index } of large) {
    // Of two equal ones each goes on with its own.
    const at = begun.findIndex((each) => isSameFile(each, file))
    const [earlier] = at < 0 ? [] : begun.splice(at, 1)
    const onBytes = (loaded: number) => told(index, loaded / file.size)
    const id = await sendInParts(file, earlier?.id, {
      name: file.name,
      signal,
      onProgress: onBytes,
      onWaiting,
    })
    told(index, 1)
    arrived.set(index, id)
  }

  const form = new FormData()
  form.append('folderId', folderId ?? '')
  form.append('organizationId', organizationId)
  // Before the files, so that what has left of these can be told from the whole.
  for (const { thumbnail } of files) {
    const picture = await thumbnail
    form.append('thumbnail', picture, picture.type === 'image/png' ? 'thumbnail.png' : 'thumbnail.jpg')
  }
  for (const [index, { file }] of files.entries()) {
    const id = arrived.get(index)
    if (id === undefined) form.append('media', file, file.name)
    else form.append('media', id)
  }
  const small = files.flatMap(({ file }, index) => (arrived.has(index) ? [] : [{ index, size: file.size }]))
  const { media } = await upload(api.media.upload.route, {}, form, {
    signal,
    key: submission,
    onProgress: ({ loaded, total }) => {
      const left = shares(
        small.map(({ size }) => size),
        loaded,
        total,
      )
      for (const [n, { index }] of small.entries()) told(index, left[n] ?? 0)
    },
  })
  return media
}

/** What has left of each file, when they lie one after the other at the end of the body. */
export function shares(sizes: readonly number[], loaded: number, total: number): number[] {
  let start = total - sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size) => {
    const sent = loaded - start
    start += size
    return size === 0 ? Number(sent >= 0) : Math.min(1, Math.max(0, sent / size))
  })
}
