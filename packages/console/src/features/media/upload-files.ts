import type { Media } from '@vitrine/contract/media'
import { api, upload } from '#lib/api.ts'

/** As many as the server takes in one request. */
export const MAX_FILES = 30
/** For the file chooser. */
export const ACCEPT = 'image/*,video/*,application/zip,.zip'

/** A file that was chosen, with its thumbnail as soon as there is one. */
export interface ChosenFile {
  key: string
  file: File
  thumbnail: Promise<Blob>
  /** An address of the thumbnail for the time that it is shown. */
  picture?: string
}

/** By what the browser says of it; the server judges by content. Some systems call zip files by other names. */
export const mayBeShown = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^(image|video)\//.test(type) || /zip/.test(type) || /\.(zip|mkv|mov|avif)$/i.test(name)

/** Sends all files in one request. `onProgress` gets the share (0 to 1) of each file that has left. */
export async function uploadFiles(
  files: readonly ChosenFile[],
  folderId: string | null,
  { onProgress, signal }: { onProgress: (shares: number[]) => void; signal: AbortSignal },
): Promise<Media[]> {
  const form = new FormData()
  form.append('folderId', folderId ?? '')
  // Before the files, so that what has left of these can be told from the whole.
  for (const { thumbnail } of files) {
    const picture = await thumbnail
    form.append('thumbnail', picture, picture.type === 'image/png' ? 'thumbnail.png' : 'thumbnail.jpg')
  }
  for (const { file } of files) form.append('media', file, file.name)
  const sizes = files.map(({ file }) => file.size)
  const { media } = await upload(api.media.upload.route, {}, form, {
    signal,
    onProgress: ({ loaded, total }) => onProgress(shares(sizes, loaded, total)),
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
