import type { Readable } from 'node:stream'
import type { uploads } from '@vitrine/contract/api/content/library/uploads'
import { ROLES } from '@vitrine/contract/permissions'
import { TUS_BODY } from '@vitrine/contract/route'
import { rule } from '@vitrine/contract/rules'
import type { FastifyReply } from 'fastify'
import type { Context, Handlers, Session } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { refuseBeyondLimit } from '#base/storage/queries.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import { IDLE_LIMIT, plainName, type ReceivedFile } from '#content/uploads/api.ts'
import { inTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { UploadsTable } from '#db/tables/storage.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, invalid, notFound, tooManyRequests } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** Milliseconds after its last part until an unused upload expires. */
const LIFETIME = 7 * 24 * 60 * 60_000
/** Maximum per person: twice what one request may use. */
const UNFINISHED_MAX = 60
/** Maximum per organization. */
const UNFINISHED_TOGETHER = 600
const VERSION = { 'tus-resumable': '1.0.0' }

/** What receiving files needs. */
export interface UploadParts extends Pick<Platform, 'blobs' | 'settings'> {
  database: Db
}

/**
 * The protocol for resumable uploads (tus 1.0.0 with creation, expiration and termination). A finished upload becomes
 * media when `POST /media` gets its id instead of a file, so both ways follow the same rules.
 */
export const resumable = ({ database, blobs, settings }: UploadParts): Handlers<typeof uploads> => ({
  uploads: async ({ session, clock }) => {
    const rows = await database
      .selectFrom('uploads')
      .selectAll()
      .where('userId', '=', session.userId)
      .where('expiresAt', '>', clock.now())
      .orderBy('id')
      .execute()
    const answered = rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      size: row.size,
      offset: await offsetOf(blobs, row),
      modifiedAt: row.modifiedAt,
      expiresAt: isoTime(row.expiresAt),
    }))
    return { uploads: await Promise.all(answered) }
  },

  startUpload: async ({ session, request, reply, clock }) => {
    const version = request.headers['tus-resumable']
    if (version !== undefined && version !== VERSION['tus-resumable'])
      return answer(reply, 412, { 'tus-version': VERSION['tus-resumable'] })
    const size = wholeNumber(request.headers['upload-length'], 'Upload-Length')
    if (size > settings.MAX_UPLOAD_MB * 2 ** 20)
      throw new AppError('TOO_LARGE', `The file is larger than ${settings.MAX_UPLOAD_MB} MB`)
    const { filename, modified } = metadata(request.headers['upload-metadata'])
    const now = clock.now()
    const row: UploadsTable = {
      id: newId(),
      organizationId: session.organizationId,
      userId: session.userId,
      name: plainName(filename),
      size,
      sha256: null,
      modifiedAt: /^\d{1,15}$/.test(modified ?? '') ? Number(modified) : null,
      expiresAt: now + LIFETIME,
      createdAt: isoTime(now),
    }
    await inTransaction(database, async (tx) => {
      // One at a time per organization, or many concurrent ones would all find room.
      await lockRow(tx, 'organizations', session.organizationId)
      const unfinished = await unfinishedOf(tx, session.organizationId, now)
      const own = unfinished.filter(({ userId }) => userId === session.userId)
      if (own.length >= UNFINISHED_MAX || unfinished.length >= UNFINISHED_TOGETHER)
        throw tooManyRequests(3600)
      // Checks the limit before the transfer, including all other announced uploads. A super admin's may be for any
      // organization.
      const promised = unfinished.filter(({ role }) => role !== ROLES.superAdmin)
      if (session.role !== ROLES.superAdmin)
        await refuseBeyondLimit(
          tx,
          settings,
          session.organizationId,
          promised.reduce((sum, each) => sum + each.size, size),
        )
      await tx.insertInto('uploads').values(row).execute()
    })
    const [path = ''] = request.url.split('?')
    const location = `${path.replace(/\/$/, '')}/${row.id}`
    return answer(reply, 201, { location, ...(await state(blobs, row)) })
  },

  uploadOffset: async (context) => {
    const row = await ownUpload(database, context)
    await interrupt(row.id)
    return answer(context.reply, 200, await state(blobs, row))
  },

  continueUpload: async (context) => {
    const { request, reply, clock } = context
    const row = await ownUpload(database, context)
    if (request.headers['content-type'] !== TUS_BODY)
      throw new AppError('UNSUPPORTED_MEDIA', `The body must be ${TUS_BODY}`)
    const offset = wholeNumber(request.headers['upload-offset'], 'Upload-Offset')
    await interrupt(row.id)
    if (await isKept(blobs, row)) throw notFound('Upload not found')
    const expiresAt = clock.now() + LIFETIME
    await database.updateTable('uploads').set({ expiresAt }).where('id', '=', row.id).execute()
    if ('setTimeout' in request.raw) request.raw.setTimeout(IDLE_LIMIT)
    await alone(row.id, { blobs, source: request.raw }, () =>
      blobs.partials.append(row.id, offset, request.raw, row.size),
    )
    return answer(reply, 204, await state(blobs, { ...row, expiresAt }))
  },

  cancelUpload: async (context) => {
    const row = await ownUpload(database, context)
    await interrupt(row.id)
    await blobs.partials.discard(row.id)
    await database.deleteFrom('uploads').where('id', '=', row.id).execute()
    return answer(context.reply, 204, {})
  },
})

/** A finished upload, as if it had arrived in the request; INVALID under `field` if it is incomplete. */
export async function arrivedFile(
  { database, blobs, session }: Pick<UploadParts, 'database' | 'blobs'> & { session: Session },
  id: string,
  field: string,
): Promise<ReceivedFile> {
  const row = await findUpload(database, id, session.userId)
  if (!row || (await offsetOf(blobs, row)) !== row.size) throw invalid({ [field]: rule('unknown') })
  if (inUse.has(id)) throw invalid({ [field]: rule('not_exist') })
  inUse.add(id)
  try {
    // Already kept by an earlier attempt whose response was lost: read it from the store.
    const staged =
      row.sha256 !== null && (await isKept(blobs, row))
        ? await blobs.stage(await blobs.read(row.sha256), row.size)
        : await blobs.partials.stage(id)
    const keep = async () => {
      await database.updateTable('uploads').set({ sha256: staged.sha256 }).where('id', '=', id).execute()
      await staged.keep()
    }
    const discard = () => staged.discard().finally(() => inUse.delete(id))
    return { name: row.name, sender: session, staged: { ...staged, keep, discard }, uploadId: id }
  } catch (error) {
    inUse.delete(id)
    throw error
  }
}

/** Uploads that a call is turning into media: their bytes are being moved, so no other call may read them. */
const inUse = new Set<string>()

/**
 * Call in the transaction that creates the media; discard their parts afterwards. Throws INVALID if another call has
 * used one of them first.
 */
export async function forgetArrived(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await db.deleteFrom('uploads').where('id', 'in', ids).executeTakeFirst()
  if (gone.numDeletedRows < ids.length) throw invalid({ media: rule('unknown') })
}

/** Deletes abandoned uploads and parts without an upload. Returns the count. */
export async function forgetUploads({
  database,
  blobs,
  clock,
}: Pick<UploadParts, 'database' | 'blobs'> & Pick<Platform, 'clock'>): Promise<number> {
  const old = await database
    .deleteFrom('uploads')
    .where('expiresAt', '<=', clock.now())
    .returning('id')
    .execute()
  for await (const id of blobs.partials.ids()) {
    const row = await database.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst()
    if (!row) await blobs.partials.discard(id)
  }
  return old.length
}

const unfinishedOf = (db: Db, organizationId: string, now: number) =>
  db
    .selectFrom('uploads')
    .select(['size', 'userId'])
    // Not a join: PostgreSQL would read half of many users in their order.
    .select(({ selectFrom }) =>
      selectFrom('users').select('role').whereRef('users.id', '=', 'uploads.userId').as('role'),
    )
    .where('organizationId', '=', organizationId)
    .where('expiresAt', '>', now)
    .execute()

/** By person, not by organization: a super admin's uploads are in the home organization, whatever their target. */
const findUpload = (db: Db, id: string, userId: string): Promise<UploadsTable | undefined> =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('userId', '=', userId).executeTakeFirst()

async function ownUpload(
  database: Db,
  { session, params, clock }: Pick<Context<typeof uploads.uploadOffset>, 'session' | 'params' | 'clock'>,
): Promise<UploadsTable> {
  const row = await findUpload(database, params.id, session.userId)
  if (!row || row.expiresAt <= clock.now()) throw notFound('Upload not found')
  return row
}

/**
 * Whether its bytes are in the store: the hash is written before the bytes move, so that a crash in between loses none.
 */
const isKept = async (blobs: BlobStore, { sha256, size }: UploadsTable) =>
  sha256 !== null && (await blobs.size(sha256)) === size

const offsetOf = async (blobs: BlobStore, row: UploadsTable) =>
  (await isKept(blobs, row)) ? row.size : blobs.partials.size(row.id)

const state = async (blobs: BlobStore, row: UploadsTable) => ({
  'upload-offset': await offsetOf(blobs, row),
  'upload-length': row.size,
  'upload-expires': new Date(row.expiresAt).toUTCString(),
})

const answer = (reply: FastifyReply, status: number, headers: Record<string, string | number>) =>
  reply
    .code(status)
    .headers({ ...VERSION, ...headers, 'cache-control': 'no-store' })
    .send()

interface Appending {
  blobs: BlobStore
  source: Readable
  done: Promise<unknown>
}

/** A client may reconnect before the server has noticed the disconnect: the newer connection wins. */
const appending = new Map<string, Appending>()

async function interrupt(id: string): Promise<void> {
  for (let other = appending.get(id); other; other = appending.get(id)) await hangUp(other)
}

/** Interrupts all uploads to this store: received bytes are kept, and the clients resume. */
export async function interruptUploads(blobs: BlobStore): Promise<void> {
  await Promise.all([...appending.values()].filter((each) => each.blobs === blobs).map(hangUp))
}

async function hangUp({ source, done }: Appending): Promise<void> {
  source.destroy()
  await done.catch(() => {})
}

async function alone(
  id: string,
  { blobs, source }: Pick<Appending, 'blobs' | 'source'>,
  work: () => Promise<unknown>,
): Promise<void> {
  // No await between the last check and claiming the slot, or two waiting requests would both continue.
  for (let other = appending.get(id); other; other = appending.get(id)) await hangUp(other)
  const done = work().finally(() => appending.delete(id))
  appending.set(id, { blobs, source, done })
  try {
    await done
  } catch (error) {
    if (!(error instanceof AppError) && source.destroyed)
      throw new AppError('INVALID', 'The upload was interrupted')
    throw error
  }
}

function wholeNumber(header: string | string[] | undefined, name: string): number {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw invalid({ [name]: rule('numeric') })
  return Number(header)
}

/** `filename d29ybGQ=,modified MTc=`: names with base64 values. */
function metadata(header: string | string[] | undefined): Record<string, string | undefined> {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '))
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()]),
  )
}
