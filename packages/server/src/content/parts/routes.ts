import { parts } from '@vitrine/contract/api/content/parts'
import { type Context, deletionBy, feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { listedScreens, listedUsers, screensShowing } from '#content/media/on-screens.ts'
import { getVersion, keepVersion, listVersions } from '#content/page-versions/queries.ts'
import { listDocuments } from '#content/pages/lists/queries.ts'
import { createPage, documentBytes, getPage, updatePage } from '#content/pages/queries.ts'
import { forgetPictures } from '#content/styles/queries.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { deletePart, pagesWithPart, refuseMoreParts, renewPages } from './queries.ts'

export const partsFeature = feature(parts, ({ settings }: Pick<Platform, 'settings'>) => ({
  list: async (context) => {
    const { rows, next } = await listDocuments(
      await listingDb(context, 'pages', false),
      'part',
      context.query,
    )
    return { parts: rows, next }
  },
  get: async ({ db, params }) => ({ part: await getPage(db, 'part', params.id) }),
  create: async ({ tenantDb, organizationFor, body, clock, session }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const id = await createPage(db, settings, 'part', organizationId, body, isoTime(clock.now()))
    await refuseMoreParts(db, organizationId)
    const part = await getPage(db, 'part', id)
    await keepVersion(db, settings, part, session.userId)
    return { part }
  },
  update: Object.assign(
    async (context: Context<typeof parts.update>) => {
      const { tenantDb, params, body, clock, changed, session } = context
      let isChanged = false
      const part = await updateVersioned(
        context,
        (db) => getPage(db, 'part', params.id),
        async (db, before) => {
          await updatePage(db, settings, 'part', before, body, isoTime(clock.now()))
          isChanged = !isSame(before, body)
        },
      )
      const db = tenantDb(part.organizationId)
      await keepVersion(db, settings, part, session.userId)
      const pages = await pagesWithPart(db, part)
      if (isChanged) {
        await renewPages(db, pages)
        await forgetPictures(db, pages)
        changed(...pages.map(({ id }) => ({ kind: 'content' as const, id })))
      }
      const screens = await screensShowing(db, part.id, clock.now())
      return { part, uses: { pages: listedUsers(pages), screens: listedScreens(screens) } }
    },
    { storedBytes: documentBytes('part') },
  ),
  versions: async ({ db, params }) => {
    const { id } = await getPage(db, 'part', params.id)
    return { versions: await listVersions(db, id) }
  },
  version: async ({ db, params }) => {
    const { id } = await getPage(db, 'part', params.id)
    return { version: await getVersion(db, id, params.version) }
  },
  remove: async (context) => {
    const { db, tenantDb, params } = context
    const part = await getPage(db, 'part', params.id)
    await deletePart(tenantDb(part.organizationId), part, deletionBy(context))
    return { id: part.id }
  },
}))

type Document = Pick<Context<typeof parts.update>['body'], 'width' | 'height' | 'widgets' | 'config'>

/** Whether two documents are drawn the same. */
const isSame = (a: Document, b: Document): boolean => documentText(a) === documentText(b)
const documentText = ({ width, height, widgets, config }: Document) =>
  JSON.stringify([width, height, widgets, config])
