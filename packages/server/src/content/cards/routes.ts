import { cards, designs, NewCard } from '@vitrine/contract/api/content/cards'
import { can } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { removeEach } from '#base/bulk.ts'
import { type Context, deletionBy, feature, type Session } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import type { Platform } from '#base/platform.ts'
import { drawing } from '#base/styles/queries.ts'
import { changeTags, copyTags } from '#base/tags/api.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { getVersion, keepVersion, listVersions } from '#content/page-versions/queries.ts'
import { impactOfPage, playsBefore, refuseChangedLocks, refuseChangedTemplates } from '#content/pages/api.ts'
import { listDocuments, listPages } from '#content/pages/lists/queries.ts'
import {
  createPage,
  deletePage,
  documentBytes,
  findPage,
  getPage,
  type Page,
  type PageInput,
  pagesAmong,
  updatePage,
} from '#content/pages/queries.ts'
import { nearestTemplates } from '#content/pages/templates/queries.ts'
import { getScreenshot } from '#content/thumbnails/queries.ts'
import type { Db } from '#db/schema.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { invalid } from '#lib/errors.ts'

type Saving = Pick<Context, 'db' | 'tenantDb' | 'clock' | 'changed'> & {
  session: Session
  body: Partial<PageInput> & { name: string }
}

/** Saves a card. Absent fields keep their values; without permission for layouts, locks stay unchanged. */
async function save(settings: Settings, context: Saving, id: string): Promise<{ card: Page }> {
  const { tenantDb, body, clock, changed, session } = context
  const card = await updateVersioned(
    context,
    (db) => getPage(db, 'card', id),
    async (db, page) => {
      const { width, height, widgets, config, isTemplate } = page
      const sent = { width, height, widgets, config, isTemplate, ...body }
      const input = (await drawing(db, [sent]))(page.organizationId, sent)
      await updatePage(db, settings, 'card', page, input, isoTime(clock.now()))
      // Report a conflict before changed locks.
      if (!can(session, 'write', 'layouts')) refuseChangedLocks(page, input)
    },
  )
  await keepVersion(tenantDb(card.organizationId), settings, card, session.userId)
  changed({ kind: 'content', id })
  return { card }
}

type Creating = Pick<Context, 'tenantDb' | 'organizationFor' | 'clock'> & {
  session: Session
  body: PageInput & { organizationId?: string; templateId?: string }
}

/** Creates a card. Users without permission to design pages can't change the locked parts of its template. */
async function create(
  settings: Settings,
  { tenantDb, organizationFor, body: sent, clock, session }: Creating,
): Promise<{ card: Page }> {
  const organizationId = await organizationFor(sent.organizationId)
  const db = tenantDb(organizationId)
  // Locked parts are compared as their styles draw them today.
  const body = (await drawing(db, [sent]))(organizationId, sent)
  const { templateId } = body
  const template = templateId === undefined ? undefined : await findPage(db, 'card', templateId)
  if (templateId !== undefined && !template) throw invalid({ templateId: rule('unknown') })
  if (!can(session, 'write', 'layouts')) {
    if (template) refuseChangedTemplates([template], body)
    if (!template || !isCopyOf(template, body))
      refuseChangedTemplates(await templatesCopiedIn(db, body), body)
  }
  const id = await createPage(db, settings, 'card', organizationId, body, isoTime(clock.now()))
  const card = await getPage(db, 'card', id)
  await keepVersion(db, settings, card, session.userId)
  return { card }
}

/** A document that shares ids with a template is a copy of it, whatever origin it claims. */
const isCopyOf = (template: Page, { widgets }: PageInput): boolean => {
  const ids = new Set(widgets.map(({ id }) => id))
  return template.widgets.some(({ id }) => ids.has(id))
}

async function templatesCopiedIn(db: Db, input: PageInput): Promise<Page[]> {
  const copied: Page[] = []
  for (const { id } of await nearestTemplates(db, input)) copied.push(await getPage(db, 'card', id))
  return copied
}

/** For a card without a thumbnail: an empty image of its size. */
const plainPicture = ({ width, height }: Page): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8d949c"/></svg>`

const remove = async (context: Context<typeof cards.remove>) => {
  const { db, tenantDb, params, changed } = context
  const page = await getPage(db, 'card', params.id)
  await deletePage(tenantDb(page.organizationId), 'card', page, deletionBy(context))
  changed({ kind: 'content', id: page.id })
  return { id: page.id }
}

export const cardsFeature = feature(cards, ({ settings, blobs }: Pick<Platform, 'settings' | 'blobs'>) => ({
  list: async (context) => {
    const { query } = context
    const db = await listingDb(context, 'pages')
    const { rows, total } = await listPages(db, 'card', query, query.isTemplate === '1')
    return { cards: rows, total }
  },
  documents: async (context) => {
    const { isTemplate, ...query } = context.query
    const db = await listingDb(context, 'pages', false)
    const { rows, next } = await listDocuments(db, 'card', { ...query, isTemplate: isTemplate === '1' })
    return { cards: rows, next }
  },
  get: async ({ db, params }) => ({ card: await getPage(db, 'card', params.id) }),
  create: (context) => create(settings, context),
  update: Object.assign(
    async (context: Context<typeof cards.update>) => {
      const { tenantDb, params, query, clock } = context
      const before = query.dryRun && (await playsBefore(context, 'card', params.id))
      const { card } = await save(settings, context, params.id)
      const impact = before && (await impactOfPage(tenantDb(card.organizationId), card, before, clock.now()))
      return { card, ...(impact && { impact }) }
    },
    {
      storedBytes: documentBytes('card'),
    },
  ),
  screenshot: async ({ db, params, request, reply }) => {
    const page = await getPage(db, 'card', params.id)
    // The URL stays the same when the card, and so its image, changes.
    const headers = { 'cache-control': 'private, no-cache' }
    const picture = page.thumbnailId === null ? undefined : await getScreenshot(db, page.thumbnailId)
    if (picture && (await blobs.size(picture.sha256)) !== undefined)
      return sendBlob(request, reply, blobs, { ...picture, headers })
    return reply
      .headers({ ...headers, 'content-security-policy': 'sandbox' })
      .type('image/svg+xml')
      .send(plainPicture(page))
  },
  duplicate: async ({ db, tenantDb, params, body, clock, session }) => {
    const page = await getPage(db, 'card', params.id)
    const copy = { ...page, name: body.name, madeFor: null }
    const bound = tenantDb(page.organizationId)
    const id = await createPage(
      bound,
      settings,
      'card',
      page.organizationId,
      copy,
      isoTime(clock.now()),
      page,
    )
    await copyTags(bound, 'page', page, id)
    const card = await getPage(bound, 'card', id)
    await keepVersion(bound, settings, card, session.userId)
    return { card }
  },
  versions: async ({ db, params }) => {
    const page = await getPage(db, 'card', params.id)
    return { versions: await listVersions(db, page.id) }
  },
  version: async ({ db, params }) => {
    const page = await getPage(db, 'card', params.id)
    return { version: await getVersion(db, page.id, params.version) }
  },
  remove,
  removeMany: removeEach(remove),
  tagMany: (context) => changeTags(context, { kind: 'page', itemsOf: pagesAmong('card') }, context.body),
}))

export const designsFeature = feature(designs, ({ settings }: Pick<Platform, 'settings'>) => ({
  create: (context) => {
    const { cardId, ...body } = context.body
    if (cardId !== undefined) return save(settings, { ...context, body }, cardId)
    return create(settings, { ...context, body: NewCard.parse(body) })
  },
  update: Object.assign(
    (context: Context<typeof designs.update>) => save(settings, context, context.params.id),
    {
      storedBytes: documentBytes('card'),
    },
  ),
}))
