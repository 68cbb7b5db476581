import { api } from '#lib/api.ts'
import { sendInParts } from '#lib/server/resumable.ts'
import { isSameFile } from './unfinished-uploads.tsx'
import { LARGE } from './upload-files.ts'

interface Sending {
  /** Gets the share (0 to 1) that has left. */
  onShare: (share: number) => void
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** Sends a large file in parts ahead, so that a broken connection costs little, and answers its id. Answers smaller files unchanged. */
export async function sendFile(file: File, { onShare, onWaiting, signal }: Sending): Promise<File | string> {
  if (file.size <= LARGE) return file
  const { uploads } = await api.media.uploads({}, { signal })
  const begun = uploads.find((each) => isSameFile(each, file))
  const onProgress = (loaded: number) => onShare(loaded / file.size)
  return sendInParts(file, begun?.id, { name: file.name, signal, onProgress, onWaiting })
}
