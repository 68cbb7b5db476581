import type { Media } from '@vitrine/contract/api/media'
import { isSameFile } from '#features/media/upload/unfinished-uploads.tsx'
import { LARGE } from '#features/media/upload/upload-files.ts'
import { api, upload } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { sendInParts } from '#lib/server/resumable.ts'
import type { LocalFile } from './local-file.ts'

interface Sending {
  /** Gets the share (0 to 1) that has left. */
  onProgress: (share: number) => void
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** Sends a file to a media item's place; a large one in parts, so that a broken line costs little. */
export async function replaceFile(
  { id, version }: Pick<Media, 'id' | 'version'>,
  { file, thumbnail }: LocalFile,
  { onProgress, onWaiting, signal }: Sending,
): Promise<Media> {
  const form = new FormData()
  form.append('version', String(version))
  form.append('thumbnail', thumbnail, thumbnail.type === 'image/png' ? 'thumbnail.png' : 'thumbnail.jpg')
  const isLarge = file.size > LARGE
  if (isLarge) {
    const { uploads } = await api.media.uploads({}, { signal })
    const begun = uploads.find((each) => isSameFile(each, file))
    const onBytes = (loaded: number) => onProgress(loaded / file.size)
    const sending = { name: file.name, signal, onProgress: onBytes, onWaiting }
    form.append('media', await sendInParts(file, begun?.id, sending))
  } else form.append('media', file, file.name)
  const { media } = await upload(api.mediaVersions.replace.route, { params: { id } }, form, {
    signal,
    key: newId(),
    ...(!isLarge && { onProgress: ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0) }),
  })
  return media
}
