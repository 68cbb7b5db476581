import type { Media } from '@vitrine/contract/api/content/media'
import { api, upload } from '#lib/api.ts'
import { append } from './upload/deck-files.ts'
import { isDeck, looksPlayable } from './upload/looks-playable.ts'
import { makeThumbnail } from './upload/make-thumbnail.ts'
import { sendFile } from './upload/send-file.ts'

export { convertDeck, firstPageOf } from './upload/deck-files.ts'
export { isDeck } from './upload/looks-playable.ts'
export { RefusedFiles } from './upload/refused-files.tsx'
export { ACCEPT_PICTURES } from './upload/upload-files.ts'

/** Uploads one picture, video, or package with its thumbnail to Root. `onProgress` gets the uploaded share (0 to 1). */
export async function uploadOne(
  file: File,
  onProgress: (share: number) => void,
  {
    organizationId,
    signal = new AbortController().signal,
  }: { organizationId?: string; signal?: AbortSignal } = {},
): Promise<Media> {
  const form = new FormData()
  if (organizationId) form.append('organizationId', organizationId)
  form.append('thumbnail', await makeThumbnail(file), 'thumbnail.jpg')
  const arrived = await sendFile(file, { onShare: onProgress, onWaiting: () => {}, signal })
  append(form, arrived, file.name)
  const { media } = await upload(api.media.upload.route, {}, form, {
    signal,
    onProgress: ({ loaded, total }) => {
      if (arrived === file) onProgress(total > 0 ? loaded / total : 0)
    },
  })
  const [first] = media
  if (!first) throw new Error('Nothing came back')
  return first
}

/** Whether a file can be the only content of a first page; packages and PDFs can't. */
export const isPictureOrVideo = (file: File): boolean =>
  looksPlayable(file) && !isDeck(file) && !/zip|audio/.test(`${file.type}${file.name}`)
