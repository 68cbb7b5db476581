import { layouts } from '@vitrine/contract/api/content/layouts'
import { removeEach } from '#base/bulk.ts'
import { type Context, deletionBy, feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { changeTags } from '#base/tags/api.ts'
import { getVersion, keepVersion, listVersions } from '#content/page-versions/queries.ts'
import { impactOfPage, playsBefore } from '#content/pages/api.ts'
import { type ListedPage, listDocuments, listPages } from '#content/pages/lists/queries.ts'
import {
  createPage,
  deletePage,
  documentBytes,
  getPage,
  pagesAmong,
  updatePage,
} from '#content/pages/queries.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'

const layoutOf = <P extends ListedPage>(page: P) => ({ ...page, type: 'designed' as const })

const remove = async (context: Context<typeof layouts.remove>) => {
  const { db, tenantDb, params, changed } = context
  const page = await getPage(db, 'layout', params.id)
  await deletePage(tenantDb(page.organizationId), 'layout', page, deletionBy(context))
  changed({ kind: 'content', id: page.id })
  return { id: page.id }
}

export const layoutsFeature = feature(layouts, ({ settings }: Pick<Platform, 'settings'>) => ({
  list: async (context) => {
    const { query } = context
    // The only existing type; filtering by another finds nothing.
    if (query.type && query.type !== 'designed') return { layoutList: [], ...(query.page && { total: 0 }) }
    const { rows, total } = await listPages(await listingDb(context, 'pages'), 'layout', query)
    return { layoutList: rows.map(layoutOf), total }
  },
  documents: async (context) => {
    const { rows, next } = await listDocuments(
      await listingDb(context, 'pages', false),
      'layout',
      context.query,
    )
    return { layouts: rows.map(layoutOf), next }
  },
  get: async ({ db, params }) => ({ layout: layoutOf(await getPage(db, 'layout', params.id)) }),
  create: async ({ tenantDb, organizationFor, body, clock, session }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const id = await createPage(db, settings, 'layout', organizationId, body, isoTime(clock.now()))
    const saved = await getPage(db, 'layout', id)
    await keepVersion(db, settings, saved, session.userId)
    return { layout: layoutOf(saved) }
  },
  update: Object.assign(
    async (context: Context<typeof layouts.update>) => {
      const { tenantDb, params, query, body, clock, changed, session } = context
      const before = query.dryRun && (await playsBefore(context, 'layout', params.id))
      const saved = await updateVersioned(
        context,
        (db) => getPage(db, 'layout', params.id),
        (db, page) => updatePage(db, settings, 'layout', page, body, isoTime(clock.now())),
      )
      await keepVersion(tenantDb(saved.organizationId), settings, saved, session.userId)
      changed({ kind: 'content', id: saved.id })
      const impact =
        before && (await impactOfPage(tenantDb(saved.organizationId), saved, before, clock.now()))
      return { layout: layoutOf(saved), ...(impact && { impact }) }
    },
    { storedBytes: documentBytes('layout') },
  ),
  versions: async ({ db, params }) => {
    const page = await getPage(db, 'layout', params.id)
    return { versions: await listVersions(db, page.id) }
  },
  version: async ({ db, params }) => {
    const page = await getPage(db, 'layout', params.id)
    return { version: await getVersion(db, page.id, params.version) }
  },
  remove,
  removeMany: removeEach(remove),
  tagMany: (context) => changeTags(context, { kind: 'page', itemsOf: pagesAmong('layout') }, context.body),
}))
