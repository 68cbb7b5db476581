import { api } from '#lib/api.ts'
import { sendInParts } from '#lib/server/resumable.ts'
import { isSameFile } from './unfinished-uploads.tsx'

/** Files of more bytes upload in resumable parts. */
export const LARGE = 8 * 2 ** 20

interface Sending {
  /** Gets the uploaded share (0 to 1). */
  onShare: (share: number) => void
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** Uploads a large file in resumable parts and returns its id; returns smaller files unchanged. */
export async function sendFile(file: File, { onShare, onWaiting, signal }: Sending): Promise<File | string> {
  if (file.size <= LARGE) return file
  const { uploads } = await api.media.uploads({}, { signal })
  const unfinished = uploads.find((each) => isSameFile(each, file))
  const onProgress = (loaded: number) => onShare(loaded / file.size)
  return sendInParts(file, unfinished?.id, { name: file.name, signal, onProgress, onWaiting })
}
