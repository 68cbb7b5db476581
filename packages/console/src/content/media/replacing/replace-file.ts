import type { Media } from '@vitrine/contract/api/content/media'
import { append } from '#content/media/upload/deck-files.ts'
import { sendFile } from '#content/media/upload/send-file.ts'
import { api, upload } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import type { LocalFile } from './local-file.ts'

interface Sending {
  /** Gets the uploaded share (0 to 1). */
  onProgress: (share: number) => void
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** Replaces a media item's file; large files upload in resumable parts. */
export async function replaceFile(
  { id, version }: Pick<Media, 'id' | 'version'>,
  { file, thumbnail }: LocalFile,
  { onProgress, onWaiting, signal }: Sending,
): Promise<Media> {
  const form = new FormData()
  form.append('version', String(version))
  form.append('thumbnail', thumbnail, thumbnail.type === 'image/png' ? 'thumbnail.png' : 'thumbnail.jpg')
  const arrived = await sendFile(file, { signal, onShare: onProgress, onWaiting })
  append(form, arrived, file.name)
  const { media } = await upload(api.mediaVersions.replace.route, { params: { id } }, form, {
    signal,
    key: newId(),
    ...(arrived === file && {
      onProgress: ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0),
    }),
  })
  return media
}
