// Copies the files of an archive into the store, and looks into each as an upload does.
import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import type { BlobStore } from '#blobs/blob-store.ts'
import { readCaptionsFile } from '#content/media/captions/read.ts'
import { type Unpacked, unpackReceived } from '#content/packages/queries.ts'
import { inspectFile } from '#content/uploads/probing/probe.ts'
import { AppError } from '#lib/errors.ts'
import type { Owner } from '#lib/work/turns.ts'
import { ArchiveError, damaged } from './archive-error.ts'
import type { OpenArchive } from './open-archive.ts'

/** What rows say about a file. */
export interface WantedFile {
  sha256: string
  size: number
  /** For sentences. */
  name: string
  /** Null: captions. */
  mimetype: string | null
}

interface Receiving {
  archive: OpenArchive
  blobs: BlobStore
  sender: Owner
  signal: AbortSignal | undefined
  progress(done: number, total: number): Promise<void>
}

/** By the SHA-256 of their zip. */
export type Packages = Map<string, Unpacked>

/**
 * Keeps every wanted file. Files of other rows than those that the archive names aren't looked at. Throws an ArchiveError; what
 * was kept is held for a while, and then deleted like any file without a row.
 */
export async function receiveFiles(
  { archive, blobs, sender, signal, progress }: Receiving,
  wanted: ReadonlyMap<string, WantedFile>,
): Promise<Packages> {
  const packages: Packages = new Map()
  let done = 0
  for (const file of wanted.values()) {
    signal?.throwIfAborted()
    await progress(done++, wanted.size)
    const unpacked = await receiveFile(archive, blobs, sender, file)
    if (unpacked) packages.set(file.sha256, unpacked)
  }
  return packages
}

async function receiveFile(
  archive: OpenArchive,
  blobs: BlobStore,
  sender: Owner,
  { sha256, size, name, mimetype }: WantedFile,
): Promise<Unpacked | undefined> {
  const there = archive.sizeOf(sha256)
  if (there === undefined) throw damaged(`the file of "${name}" is missing`)
  if (there !== size) throw damaged(`the file of "${name}" has another length`)
  const staged = await blobs.stage(await archive.file(sha256), size)
  try {
    if (staged.sha256 !== sha256) throw damaged(`the file of "${name}" isn't the one that was exported`)
    let unpacked: Unpacked | undefined
    if (mimetype === null) await readCaptionsFile({ name, staged }, '')
    else {
      const facts = await inspectFile(staged.path, sender)
      if (facts.mimetype !== mimetype) throw damaged(`the file of "${name}" isn't what its type says`)
      if (mimetype === PACKAGE_TYPE) {
        const received = { name, sender, staged }
        unpacked = await unpackReceived(
          received,
          'file',
          blobs,
          Number.MAX_SAFE_INTEGER,
          (content) => content,
        )
        for (const each of unpacked.staged) await each.keep()
      }
    }
    await staged.keep()
    return unpacked
  } catch (error) {
    if (error instanceof AppError && error.errKey !== 'STORAGE_FULL')
      throw new ArchiveError(`"${name}" ${error.message.replace(/\.$/, '')}. Nothing was imported.`)
    throw error
  } finally {
    await staged.discard()
  }
}
