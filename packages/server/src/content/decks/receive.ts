import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { deckVersions } from '@vitrine/contract/api/content/conversions/deck-versions'
import { DECK_PREVIEW_SIDE, DECK_TYPES, type decks } from '@vitrine/contract/api/content/conversions/decks'
import { can } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { type Context, prepare, type Session } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { type Incoming, openIncoming } from '#base/storage/api.ts'
import { refuseBeyondLimit } from '#base/storage/queries.ts'
import { createConversion, findConverting } from '#content/media/conversions/queries.ts'
import { startConverting } from '#content/media/conversions/start.ts'
import { forgetArrived, type UploadParts } from '#content/media/resumable.ts'
import {
  bytesOf,
  declaredBytes,
  destinationOf,
  type InspectedFile,
  openQuota,
  readVersion,
  receiveForm,
  reserveQuota,
} from '#content/media/upload-steps.ts'
import { inspectReceived, type ReceivedFile } from '#content/uploads/api.ts'
import { countPages, drawPage } from '#content/uploads/drawing/api.ts'
import { AppError, conflict, invalid } from '#lib/errors.ts'
import { type DeckParams, NEEDS_LIBREOFFICE } from './convert-deck.ts'
import { deckRow } from './queries.ts'
import { getDeckVersion } from './versions.ts'

/** What receiving a file for conversion needs. */
export type DeckParts = UploadParts & Pick<Platform, 'jobs' | 'tools'>
type AnyContext = (Context<typeof decks.create> | Context<typeof decks.replace>) & DeckParts
type AnyQueue = AnyContext | (Context<typeof deckVersions.restore> & DeckParts)

/** A received and stored file, for the transaction that queues its conversion. */
interface Arrived {
  organizationId: string
  folderId: string | null
  deckId: string | null
  file: { name: string; sha256: string; size: number; mimetype: string }
  params: DeckParams
  uploadIds: string[]
}

/** `place`: returns the file's destination once the form is read; `opened`: reserves storage while it arrives. */
async function keepDeck(
  context: AnyContext,
  opened: Incoming | undefined,
  place: (values: Record<string, string>) => Promise<Omit<Arrived, 'file' | 'uploadIds'>>,
): Promise<Arrived> {
  const { db, settings } = context
  let room = opened
  let discard = async () => {}
  try {
    room?.take(declaredBytes(context) ?? 0)
    const received = await receiveForm(context, room, 1)
    discard = received.discard
    const { files, values } = received
    const placed = await place(values)
    room = await reserveQuota(context, room, placed.organizationId, { media: files.media, thumbnail: [] })
    const [sent] = files.media
    if (!sent) throw invalid({ media: rule('required') })
    const inspected = { file: sent, facts: await inspectReceived(sent, 'media.0') }
    await refuseUnreadable(context, inspected)
    await refuseBeyondLimit(db, settings, placed.organizationId, bytesOf(files.media, [], []))
    const { file, facts } = inspected
    await file.staged.keep()
    const { sha256, size } = file.staged
    return {
      ...placed,
      file: { name: file.name, sha256, size, mimetype: facts.mimetype },
      uploadIds: files.media.flatMap(({ uploadId }) => uploadId ?? []),
    }
  } finally {
    room?.end()
    await discard()
  }
}

/** Reject immediately what can be checked now, while the caller is still waiting. */
async function refuseUnreadable({ tools }: DeckParts, { file, facts }: InspectedFile): Promise<void> {
  if (facts.kind !== 'deck') throw refusal(file, "isn't a PDF, PPTX, or ODP file")
  if (facts.mimetype !== DECK_TYPES.pdf) {
    if (tools.soffice === null) throw refusal(file, NEEDS_LIBREOFFICE)
    return
  }
  await countPages(file.staged.path, file.sender).catch((error) => {
    throw named(file, error)
  })
}

/** Draws the first page of a PDF, and keeps nothing. */
export async function previewDeck(context: Context<typeof decks.preview> & DeckParts) {
  const room = await openQuota(context)
  let discard = async () => {}
  try {
    room?.take(declaredBytes(context) ?? 0)
    const received = await receiveForm(context, room, 1)
    discard = received.discard
    const [file] = received.files.media
    if (!file) throw invalid({ media: rule('required') })
    const facts = await inspectReceived(file, 'media.0')
    if (facts.mimetype !== DECK_TYPES.pdf) throw refusal(file, "isn't a PDF")
    const { path } = file.staged
    const drawing = async () => {
      const pages = await countPages(path, file.sender)
      const { bytes, mimetype } = await drawPage(path, 1, file.sender, DECK_PREVIEW_SIDE)
      return { picture: Buffer.from(bytes).toString('base64'), mimetype, pages }
    }
    return await drawing().catch((error) => {
      throw named(file, error)
    })
  } finally {
    room?.end()
    await discard()
  }
}

/** With the name of the file, which the rendering process doesn't know. */
const named = (file: ReceivedFile, error: unknown) =>
  error instanceof AppError && error.errKey === 'UNSUPPORTED_MEDIA' ? refusal(file, error.message) : error

function refusal({ name }: ReceivedFile, reason: string): AppError {
  const sentence = `${name} ${reason}`
  return new AppError('UNSUPPORTED_MEDIA', sentence, { 'media.0': sentence })
}

async function queue(context: AnyQueue, arrived: Arrived): Promise<{ conversion: Conversion }> {
  const { db, tenantDb, session, clock, blobs, afterCommit } = context
  const { organizationId, folderId, deckId, file, params, uploadIds } = arrived
  const bound = tenantDb(organizationId)
  const conversion = await createConversion(
    bound,
    {
      ...file,
      ...{ organizationId, folderId, deckId, mediaId: null, kind: 'deck', params },
      userId: session.userId,
    },
    clock.now(),
  )
  // Not in `bound`: a super admin's partial uploads belong to the home organization.
  await forgetArrived(db, uploadIds)
  afterCommit(async () => {
    for (const id of uploadIds) await blobs.partials.discard(id)
  })
  startConverting(context.jobs, context, 'deck')
  return { conversion }
}

export const createDeck = (services: DeckParts) =>
  prepare<typeof decks.create, Arrived>(
    async (called) => {
      const context = { ...called, ...services }
      return keepDeck(context, await openQuota(context), async (values) => ({
        ...(await destinationOf(context, values)),
        deckId: null,
        params: { storyboard: readSeconds(context.session, values.storyboard), version: null },
      }))
    },
    (context, arrived) => queue({ ...context, ...services }, arrived),
  )

export const replaceDeck = (services: DeckParts) =>
  prepare<typeof decks.replace, Arrived>(
    async (context) => {
      const { db, params } = context
      const { id: deckId, organizationId, version } = await deckRow(db, params.id)
      if (await findConverting(db, 'deckId', deckId)) throw conflict()
      return keepDeck(
        { ...context, ...services },
        await openIncoming(db, services.settings, organizationId),
        async (values) => {
          const seen = readVersion(values.version)
          if (seen !== undefined && seen !== version) throw conflict()
          return { organizationId, folderId: null, deckId, params: { storyboard: null, version } }
        },
      )
    },
    (context, arrived) => queue({ ...context, ...services }, arrived),
  )

/** Replaces the current file with a previous one. Asks for no confirmation, because pages in use stay. */
export async function restoreDeck(
  context: Context<typeof deckVersions.restore> & DeckParts,
): Promise<{ conversion: Conversion }> {
  const { db, params, clock } = context
  const { id: deckId, organizationId, version } = await deckRow(db, params.id)
  if (await findConverting(db, 'deckId', deckId)) throw conflict()
  const { name, sha256, size, mimetype } = await getDeckVersion(db, deckId, params.version, clock.now())
  return queue(context, {
    ...{ organizationId, folderId: null, deckId, uploadIds: [] },
    file: { name, sha256, size, mimetype },
    params: { storyboard: null, version, confirmed: true, restores: params.version },
  })
}

/** Maximum seconds of a storyboard item. */
const SECONDS_MAX = 86_400

/** Throws FORBIDDEN for people without permission to create layouts and storyboards. */
function readSeconds(session: Session, sent: string | undefined): number | null {
  if (!sent) return null
  const seconds = Number(sent)
  if (!/^\d{1,5}$/.test(sent) || seconds < 1 || seconds > SECONDS_MAX)
    throw invalid({ storyboard: rule('numeric') })
  if (!can(session, 'write', 'layouts') || !can(session, 'write', 'storyboards'))
    throw new AppError('FORBIDDEN', 'You need permission to create layouts and storyboards')
  return seconds
}
