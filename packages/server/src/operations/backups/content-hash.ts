import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '#lib/errors.ts'

/** SHA-256 of a stream; undefined if it can't be read to its end. */
export async function sha256Of(
  open: () => Promise<Readable>,
  onBytes: (bytes: number) => Promise<void> | void = () => {},
): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const piece of (await open()) as AsyncIterable<Buffer>) {
      hash.update(piece)
      await onBytes(piece.length)
    }
    return hash.digest('hex')
  } catch (error) {
    if (isUnreadable(error)) return undefined
    throw error
  }
}

/** Missing, or the disk can't read it any more. */
export const isUnreadable = (error: unknown): boolean =>
  (error instanceof AppError && error.errKey === 'NOT_FOUND') ||
  ['EIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
