import { Readable } from 'node:stream'
import { captions } from '@vitrine/contract/api/content/library/captions'
import type { Media } from '@vitrine/contract/api/content/media'
import { CAPTION_LANGUAGES, CAPTIONS_BYTES, CAPTIONS_TYPE } from '@vitrine/contract/document/captions'
import { rule } from '@vitrine/contract/rules'
import type { Selectable } from 'kysely'
import { type Context, feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { refuseBeyondLimit } from '#base/storage/queries.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { getMedia } from '#content/media/queries.ts'
import { readVersion } from '#content/media/upload-steps.ts'
import { receiveFiles } from '#content/uploads/api.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import type { MediaTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { readCaptionsFile } from './read.ts'

interface Received {
  found: Media
  seen: number | undefined
  language: string
  /** The stored file; undefined keeps the current one. */
  file: { sha256: string; size: number } | undefined
}

async function receive(
  { blobs, settings }: Needs,
  context: Context<typeof captions.save>,
): Promise<Received> {
  const { db, params, session, request } = context
  const found = await captionable(db, params.id)
  const fields = { captions: { count: 1, bytes: CAPTIONS_BYTES } }
  const { files, values, discard } = await receiveFiles(request, session, blobs, fields)
  try {
    const seen = readVersion(values.version)
    const language = readLanguage(values.language)
    const [sent] = files.captions
    if (!sent) return { found, seen, language, file: undefined }
    const text = await readCaptionsFile(sent, language)
    await refuseBeyondLimit(db, settings, found.organizationId, Buffer.byteLength(text))
    // Escapes make the text longer than the file that it was read from.
    const staged = await blobs.stage(Readable.from([Buffer.from(text)]), 8 * CAPTIONS_BYTES)
    await staged.keep()
    return { found, seen, language, file: { sha256: staged.sha256, size: staged.size } }
  } finally {
    await discard()
  }
}

type Needs = Pick<Platform, 'blobs' | 'settings'>

export const captionsFeature = feature(captions, (services: Needs) => ({
  save: prepare<typeof captions.save, Received>(
    (context) => receive(services, context),
    async (context, { found, seen, language, file }) => {
      const { tenantDb } = context
      const { id, organizationId } = found
      const db = tenantDb(organizationId)
      if (file) await refuseBeyondLimit(db, services.settings, organizationId, file.size)
      else if (!(await getMedia(db, id)).captions) throw invalid({ captions: rule('required') })
      return write(context, found, seen, {
        ...(file && { captionsSha256: file.sha256, captionsSize: file.size }),
        captionsLanguage: language,
      })
    },
  ),
  remove: async (context) => {
    const found = await getMedia(context.db, context.params.id)
    if (!found.captions) return { media: found }
    return write(context, found, undefined, {
      captionsSha256: null,
      captionsSize: 0,
      captionsLanguage: null,
    })
  },
  file: async ({ db, params, request, reply }) => {
    const { name, captions: current } = await getMedia(shown(db), params.id)
    if (current?.src !== params.sha256) throw notFound('This file is no longer available')
    const saveAs = `${name.replace(/\.\w{2,4}$/, '')}.${current.language}.vtt`
    return sendBlob(request, reply, services.blobs, { sha256: current.src, mimetype: CAPTIONS_TYPE, saveAs })
  },
}))

type Columns = Partial<Pick<Selectable<MediaTable>, 'captionsSha256' | 'captionsSize' | 'captionsLanguage'>>

/** Screens receive it as a change of the media item. */
async function write(
  { tenantDb, clock, changed }: Pick<Context<typeof captions.save>, 'tenantDb' | 'clock' | 'changed'>,
  { id, organizationId }: Media,
  seen: number | undefined,
  columns: Columns,
): Promise<{ media: Media }> {
  const db = tenantDb(organizationId)
  await writeVersion(db, 'media', { id, seen, now: isoTime(clock.now()) }, columns)
  changed({ kind: 'content', id })
  return { media: await getMedia(db, id) }
}

async function captionable(db: Db, id: string): Promise<Media> {
  const found = await getMedia(db, id)
  if (!found.mimetype.startsWith('video/')) throw invalid({ captions: rule('invalid') })
  return found
}

function readLanguage(sent: string | undefined): string {
  const known = CAPTION_LANGUAGES.find((each) => each === sent)
  if (!known) throw invalid({ language: rule(sent ? 'invalid' : 'required') })
  return known
}
