// What plays one thing alone: a page if it is none, and a storyboard of that page. Both stay behind it.

import { isShown } from '@vitrine/contract/api/content/media-kinds'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { PLAYED_KINDS } from '@vitrine/contract/api/content/shelf'
import { writeDocument } from '@vitrine/contract/document/layout-document'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { defaultDuration } from '@vitrine/contract/fields/durations'
import { rule } from '@vitrine/contract/rules'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { addDeckStoryboard } from '#content/decks/api.ts'
import { getMedia } from '#content/media/queries.ts'
import { keepVersion } from '#content/page-versions/queries.ts'
import { createPage, findPage, getPage, type Page } from '#content/pages/queries.ts'
import { setAuthor } from '#content/storyboards/api.ts'
import { createStoryboard } from '#content/storyboards/queries.ts'
import { getSource } from '#data/sources/queries.ts'
import { anyIn, lockRow } from '#db/database.ts'
import { firstFreeName, numbered } from '#db/lists/free-name.ts'
import type { Db, TableName } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

type PlayedKind = (typeof PLAYED_KINDS)[number]

interface Subject {
  kind: PlayedKind
  id: string
  name: string
  organizationId: string
}

const TABLES = {
  media: 'media',
  deck: 'decks',
  source: 'sources',
  card: 'pages',
  layout: 'pages',
  template: 'pages',
} as const satisfies Record<PlayedKind, TableName>

/** Longest names of pages and storyboards. */
const NAME_MAX = 100

/** Throws NOT_FOUND. */
export async function findSubject(db: Db, kind: PlayedKind, id: string): Promise<Subject> {
  const { name, organizationId } = await rowOf(db, kind, id)
  return { kind, id, name: name.slice(0, NAME_MAX), organizationId }
}

async function rowOf(
  db: Db,
  kind: PlayedKind,
  id: string,
): Promise<{ name: string; organizationId: string }> {
  if (kind === 'media') return getMedia(db, id)
  if (kind === 'source') return getSource(db, id)
  if (kind === 'layout') return getPage(db, 'layout', id)
  if (kind === 'deck') {
    const deck = await db.selectFrom('decks').selectAll().where('id', '=', id).executeTakeFirst()
    if (!deck) throw notFound('File not found')
    return deck
  }
  const page = await getPage(db, 'card', id)
  if (page.isTemplate !== (kind === 'template')) throw notFound()
  return page
}

interface Making {
  settings: Settings
  userId: string
  now: number
}

/** `db`: bound to the subject's organization. `board`: the page of a source. */
export async function storyboardOf(
  db: Db,
  subject: Subject,
  making: Making,
  board: LayoutDocument | undefined,
): Promise<string> {
  const { kind, id, organizationId, name } = subject
  // Two calls make it once.
  await lockRow(db, TABLES[kind], id)
  if (kind === 'deck') return deckStoryboard(db, subject, making)
  const made = await db
    .selectFrom('storyboards')
    .select('id')
    .where('madeFor', '=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (made) return made.id
  const pageId = await pageOf(db, subject, making, board)
  const isLayout = kind === 'layout'
  const item = isLayout ? { layoutId: pageId } : { cardId: pageId }
  const now = isoTime(making.now)
  const input = { name, type: isLayout ? ('designed' as const) : ('standard' as const), madeFor: id }
  const items = [{ ...item, duration: SECONDS }]
  const storyboardId = await createStoryboard(db, organizationId, { ...input, items }, now)
  await setAuthor(db, storyboardId, making.userId, making.now)
  return storyboardId
}

/** Of the only page, which starts again after them. */
const SECONDS = 5

/** That of the upload, or one made now. */
async function deckStoryboard(db: Db, { id }: Subject, making: Making): Promise<string> {
  const deck = await db.selectFrom('decks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return deck.storyboardId ?? (await addDeckStoryboard(db, deck, making))
}

/** The page that shows the subject; made if it is none. */
async function pageOf(
  db: Db,
  subject: Subject,
  making: Making,
  board: LayoutDocument | undefined,
): Promise<string> {
  const { kind, id, organizationId, name } = subject
  if (kind === 'card' || kind === 'layout') return id
  const made = await db
    .selectFrom('pages')
    .select('id')
    .where('kind', '=', 'card')
    .where('madeFor', '=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (made) return made.id
  const { settings, userId, now } = making
  const thumbnailId = kind === 'media' ? (await getMedia(db, id)).thumbnailId : null
  const input = { ...(await documentFor(db, subject, board)), name, thumbnailId, madeFor: id }
  const pageId = await createPage(db, settings, 'card', organizationId, input, isoTime(now))
  await keepVersion(db, settings, await getPage(db, 'card', pageId), userId)
  return pageId
}

interface SlideShow {
  name: string
  mediaIds: readonly string[]
  seconds: number
}

/** One page for each file, of those that play it alone. The storyboard is a person's own. */
export async function makeSlideShow(
  db: Db,
  organizationId: string,
  { name, mediaIds, seconds }: SlideShow,
  making: Making,
): Promise<string> {
  const items = []
  for (const [index, id] of mediaIds.entries()) {
    const media = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
    if (!media || media.cardId !== null || !isShown(media.mimetype))
      throw invalid({ [`mediaIds.${index}`]: rule(media ? 'invalid' : 'unknown') })
    const subject = { kind: 'media', id, name: media.name.slice(0, NAME_MAX), organizationId } as const
    const length = media.duration === null ? seconds : Math.ceil(media.duration / 1000)
    const duration = Math.min(LONGEST, Math.max(1, length))
    items.push({
      cardId: await pageOf(db, subject, making, undefined),
      duration,
      transition: 'fade' as const,
    })
  }
  const input = { name: await freeName(db, name), type: 'standard', mode: 'AUTO', items } as const
  const storyboardId = await createStoryboard(db, organizationId, input, isoTime(making.now))
  await setAuthor(db, storyboardId, making.userId, making.now)
  return storyboardId
}

/** Seconds of a page at most. */
const LONGEST = 86_400

const freeName = (db: Db, name: string): Promise<string> =>
  firstFreeName(numbered(name.slice(0, NAME_MAX - 8)), (keys) =>
    db
      .selectFrom('storyboards')
      .select('nameKey')
      .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
      .execute(),
  )

async function documentFor(
  db: Db,
  { kind, id }: Subject,
  board: LayoutDocument | undefined,
): Promise<LayoutDocument> {
  if (kind === 'template') {
    const template: Page | undefined = await findPage(db, 'card', id)
    if (!template) throw notFound()
    const { width, height, widgets, config } = template
    return { width, height, widgets, config }
  }
  if (kind === 'source') {
    if (!board) throw invalid({ page: rule('required') })
    return board
  }
  const { name, mimetype } = await getMedia(db, id)
  // Screens have nothing to show of a sound or a font.
  if (!isShown(mimetype)) throw invalid({ kind: rule('invalid') })
  const entry = { mediaId: id, duration: defaultDuration(mimetype) }
  const page = screenPage({ id: newId(), name: name.slice(0, 50) }, [entry], WIDGET_FIELDS)
  return writeDocument(page, WIDGET_FIELDS)
}
