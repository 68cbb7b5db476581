import { archives } from '@vitrine/contract/api/operations/archives'
import { knownOrganization } from '#accounts/organizations/queries.ts'
import type { Context } from '#base/handler.ts'
import { feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { forgetArrived, type UploadParts } from '#content/media/resumable.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { keepUpload } from './kept-upload.ts'
import { createArchive, deleteArchive, getArchive, listArchives, storedArchive } from './queries.ts'

type Needs = UploadParts & Pick<Platform, 'jobs'>

const ZIP = 'application/zip'

export const archivesFeature = feature(archives, ({ database, blobs, jobs }: Needs) => {
  /** A running job finds the new one itself. */
  const start = ({ afterCommit, log }: Pick<Context, 'afterCommit' | 'log'>) =>
    afterCommit(() => {
      jobs.start('move-organizations').catch((err) => log.error({ err }, 'Starting a move failed'))
    })
  return {
    list: async ({ db, clock }) => ({ archives: await listArchives(db, clock.now()) }),
    create: async (context) => {
      const { db, session, organizationFor, tenantDb, body, clock } = context
      const organizationId = await knownOrganization(db, await organizationFor(body.organizationId))
      const own = tenantDb(organizationId)
      const { name } = await own.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
      const { userId, name: author } = session
      const id = await createArchive(
        own,
        { organizationId, kind: 'export', name, userId, author, sha256: null, size: null },
        clock.now(),
      )
      start(context)
      return { archive: await getArchive(own, id) }
    },
    import: prepare(
      async (context) => {
        const { session, body } = context
        return keepUpload({ database, blobs, session }, body.uploadId)
      },
      async (context, file) => {
        if (file instanceof AppError) throw file
        const { session, tenantDb, body, clock, afterCommit } = context
        const { userId, name: author, organizationId } = session
        const own = tenantDb(organizationId)
        await forgetArrived(own, [body.uploadId])
        afterCommit(() => blobs.partials.discard(body.uploadId))
        const name = body.name ?? ''
        const id = await createArchive(
          own,
          { organizationId, kind: 'import', name, userId, author, ...file },
          clock.now(),
        )
        start(context)
        return { archive: await getArchive(own, id) }
      },
    ),
    file: async ({ db, params, request, reply }) => {
      const { kind, state, name, sha256, createdAt } = await storedArchive(db, params.id)
      if (kind !== 'export' || state !== 'done' || sha256 === null) throw notFound('Archive not found')
      const saveAs = `${name} ${createdAt.slice(0, 10)}.zip`
      // All of an organization, which no browser may keep after it was deleted here.
      const headers = { 'cache-control': 'no-store' }
      return sendBlob(request, reply, blobs, { sha256, mimetype: ZIP, saveAs, headers })
    },
    remove: async ({ db, tenantDb, params }) => {
      const { id, organizationId } = await storedArchive(db, params.id)
      await deleteArchive(tenantDb(organizationId), id)
      return { id }
    },
  }
})
