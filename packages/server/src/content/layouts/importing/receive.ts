// Reads an exported layout, and inspects its files, before the transaction that saves it.

import { Readable } from 'node:stream'
import type { layoutImports } from '@vitrine/contract/api/content/layout-imports'
import { can } from '@vitrine/contract/permissions'
import type { Context } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { openIncoming } from '#base/storage/api.ts'
import type { Staged } from '#blobs/blob-store.ts'
import { arrivedFile, type UploadParts } from '#content/media/resumable.ts'
import { bytesOf, type InspectedFile } from '#content/media/upload-steps.ts'
import { inspectReceived, plainName, type ReceivedFile } from '#content/uploads/api.ts'
import { type ForeignFile, type ForeignLayout, unpackLayout } from '#content/uploads/layouts/api.ts'
import { AppError } from '#lib/errors.ts'

/** What an import uses of the server. */
export type ImportParts = UploadParts & Pick<Platform, 'seal'>
export type ImportContext = Context<typeof layoutImports.import> & ImportParts

/** A file of the export, in the store; or why screens can't show it. */
export interface Received {
  id: number
  name: string
  isBackground: boolean
  /** Absent: `refused` says why. */
  inspected?: InspectedFile
  refused?: string
}

export interface Arrived {
  organizationId: string
  /** Of the zip. */
  fileName: string
  layout: ForeignLayout
  files: Received[]
}

/** By person and body. */
const receiving = new Map<string, Promise<Arrived>>()

/**
 * Throws UNSUPPORTED_MEDIA, with a sentence, for anything but an exported layout. Leaves nothing behind. Concurrent calls
 * for one upload share the work, and the transaction of each decides: the first one has the upload, and a repeated call
 * gets the first one's answer.
 */
export function receiveLayout(context: ImportContext): Promise<Arrived> {
  const { session, body, query } = context
  const key = JSON.stringify([session.userId, body, query])
  const known = receiving.get(key) ?? receive(context).finally(() => receiving.delete(key))
  receiving.set(key, known)
  return known
}

async function receive(context: ImportContext): Promise<Arrived> {
  const { db, session, body, query, settings, blobs, organizationFor } = context
  for (const area of ['media', 'cards'] as const)
    if (!can(session, 'write', area))
      throw new AppError('FORBIDDEN', 'You need permission to create media and cards')
  const organizationId = await organizationFor(body.organizationId)
  const zip = await arrivedFile(context, body.uploadId, 'uploadId')
  const room = await openIncoming(db, settings, organizationId)
  const staged = new Map<number, Staged>()
  try {
    const limit = settings.MAX_UPLOAD_MB * 2 ** 20
    const layout = await unpackLayout(zip.staged.path, zip.sender, async (id, content) => {
      staged.set(id, await blobs.stage(Readable.from(room.count(content)), limit))
    }).catch((error) => {
      throw named(zip, error)
    })
    const files: Received[] = []
    for (const file of layout.files) {
      const found = staged.get(file.id)
      if (found) files.push(await inspect(file, found, zip))
    }
    // A dry run keeps nothing.
    if (query.dryRun === undefined)
      for (const { inspected } of files) if (inspected) await inspected.file.staged.keep()
    return { organizationId, fileName: zip.name, layout, files }
  } finally {
    room.end()
    await Promise.all([...staged.values()].map((each) => each.discard()))
    await zip.staged.discard()
  }
}

async function inspect(
  { id, name, isBackground }: ForeignFile,
  staged: Staged,
  { sender }: ReceivedFile,
): Promise<Received> {
  const file: ReceivedFile = { name: plainName(name), sender, staged }
  try {
    return {
      id,
      name: file.name,
      isBackground,
      inspected: { file, facts: await inspectReceived(file, 'uploadId') },
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.errKey !== 'UNSUPPORTED_MEDIA') throw error
    return { id, name: file.name, isBackground, refused: error.message }
  }
}

/** With the name of the zip, which the unpacking process doesn't know. */
function named({ name }: ReceivedFile, error: unknown): unknown {
  if (!(error instanceof AppError) || error.errKey !== 'UNSUPPORTED_MEDIA') return error
  const sentence = `${name} ${error.message}`
  return new AppError('UNSUPPORTED_MEDIA', sentence, { uploadId: sentence })
}

/** Bytes of files that become media. */
export const bytesOfFiles = (files: readonly InspectedFile[]): number =>
  bytesOf(
    files.map(({ file }) => file),
    [],
    [],
  )
