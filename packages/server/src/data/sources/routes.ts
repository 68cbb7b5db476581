import {
  type SourceInput,
  type SourcePreview,
  type SourceReading,
  sources,
} from '@vitrine/contract/api/data/sources'
import { can } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { languageOf } from '#accounts/organizations/queries.ts'
import { type Context, feature, prepare, type Session } from '#base/handler.ts'
import { sourceChange } from '#db/sources.ts'
import { updateVersioned } from '#db/versions.ts'
import { AppError, invalid } from '#lib/errors.ts'
import {
  createSource,
  deleteSource,
  getRows,
  getSource,
  listSources,
  type Players,
  type SourceRow,
  setCells,
  shownSource,
  updateSource,
} from './queries.ts'
import { readSource } from './reading/read-source.ts'
import { Unreadable } from './reading/table.ts'
import { type Fetching, refreshSource } from './refresher.ts'

type Reader = Pick<Context, 'tenantDb' | 'clock'> & { session: Session }

/** Throws INVALID under the form field that the reason concerns. `owner`: the organization of the source. */
async function read(
  { settings, blobs }: Pick<Fetching, 'settings' | 'blobs'>,
  reading: SourceReading,
  { session, tenantDb, clock }: Reader,
  owner = session.organizationId,
): Promise<SourcePreview> {
  const takesFile = ['csv', 'xlsx', 'ical'].includes(reading.kind)
  const field = reading.file ? 'file' : 'url'
  if (reading.file ? !takesFile || reading.url !== '' : reading.url === '')
    throw invalid({ [field]: rule('required') })
  const { organizationId, userId } = session
  const language = await languageOf(tenantDb(owner), owner)
  const by = { organizationId, userId, language, now: clock.now(), localHosts: settings.LOCAL_HOSTS, blobs }
  try {
    return await readSource(reading, by)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new AppError('INVALID', error.message, { [error.field ?? field]: error.message })
  }
}

const READING = ['kind', 'url', 'path', 'sheet', 'stop', 'timezone', 'days'] as const
const isReadAlike = (row: SourceRow, input: SourceInput) => READING.every((name) => row[name] === input[name])

export const sourcesFeature = feature(sources, (services: Fetching & { players: Players }) => ({
  list: async ({ db, query, session }) => {
    const { rows, total } = await listSources(db, query)
    return { sources: rows.map((row) => shownSource(row, mayEdit(session))), total }
  },
  get: async ({ db, params, session }) => ({
    source: shownSource(await getSource(db, params.id), mayEdit(session)),
  }),
  rows: async ({ db, params }) => getRows(db, (await getSource(db, params.id)).id),
  preview: (context) => read(services, context.body, context),
  create: prepare(
    async (context) =>
      read(services, context.body, context, await context.organizationFor(context.body.organizationId)),
    async ({ organizationFor, tenantDb, body, session, clock, changed }, table) => {
      const organizationId = await organizationFor(body.organizationId)
      const db = tenantDb(organizationId)
      const saving = { organizationId, userId: session.userId, now: clock.now() }
      const id = await createSource(db, body, table, saving)
      changed(sourceChange(organizationId, body.name))
      return { source: shownSource(await getSource(db, id), true) }
    },
  ),
  update: prepare(
    async (context) => {
      const row = await getSource(context.db, context.params.id)
      const { body } = context
      // A site that is down must not block renaming a source, nor an uploaded file.
      return !body.file && isReadAlike(row, body)
        ? {}
        : { table: await read(services, body, context, row.organizationId) }
    },
    async (context, { table }) => {
      const { params, body, session, clock, changed } = context
      const saved = await updateVersioned(
        context,
        (db) => getSource(db, params.id),
        (db, before) => {
          const { organizationId } = before
          changed(sourceChange(organizationId, before.name), sourceChange(organizationId, body.name))
          return updateSource(db, before, body, table, {
            organizationId,
            userId: session.userId,
            now: clock.now(),
          })
        },
      )
      return { source: shownSource(saved, true) }
    },
  ),
  setCells: async (context) => {
    const { params, body, session, clock, changed } = context
    const saved = await updateVersioned(
      context,
      (db) => getSource(db, params.id),
      (db, row) => {
        const { organizationId, name } = row
        changed(sourceChange(organizationId, name))
        return setCells(db, row, body, { organizationId, userId: session.userId, now: clock.now() })
      },
    )
    return { source: shownSource(saved, true) }
  },
  refresh: async (context) => {
    const { db, tenantDb, params } = context
    const row = await getSource(db, params.id)
    if (row.url !== '') await refreshSource(services, row)
    return { source: shownSource(await getSource(tenantDb(row.organizationId), row.id), true) }
  },
  remove: async ({ db, tenantDb, params, changed, clock }) => {
    const row = await getSource(db, params.id)
    await deleteSource(tenantDb(row.organizationId), row, services.players, clock.now())
    changed(sourceChange(row.organizationId, row.name))
    return { id: row.id }
  },
}))

const mayEdit = (session: Session) => can(session, 'write', 'media')
