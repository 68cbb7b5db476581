import { arrivedFile, type UploadParts } from '#content/media/resumable.ts'
import { AppError } from '#lib/errors.ts'

export interface KeptUpload {
  sha256: string
  size: number
}

type Parts = Parameters<typeof arrivedFile>[0] & Pick<UploadParts, 'blobs'>

/** By person and upload. */
const keeping = new Map<string, Promise<KeptUpload | AppError>>()

/**
 * Keeps the file of a finished upload, or finds why it can't. Concurrent calls for one upload share the work, and the
 * transaction of each decides: the first one has the upload, and a repeated call gets the first one's answer.
 */
export function keepUpload(parts: Parts, id: string): Promise<KeptUpload | AppError> {
  const key = `${parts.session.userId} ${id}`
  const kept = keeping.get(key) ?? keep(parts, id).finally(() => keeping.delete(key))
  keeping.set(key, kept)
  return kept
}

async function keep(parts: Parts, id: string): Promise<KeptUpload | AppError> {
  try {
    const { staged } = await arrivedFile(parts, id, 'uploadId')
    try {
      await staged.keep()
      return { sha256: staged.sha256, size: staged.size }
    } finally {
      await staged.discard()
    }
  } catch (error) {
    if (error instanceof AppError && error.errKey === 'INVALID') return error
    throw error
  }
}
