// What a place sends, as pages of a storyboard, and back.
import type { LocalEntry, LocalEntryInput } from '@vitrine/contract/api/content/local-content'
import type { LocalSlot } from '@vitrine/contract/api/content/local-slot'
import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { writeDocument } from '@vitrine/contract/document/layout-document'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { defaultDuration } from '@vitrine/contract/fields/durations'
import { rule } from '@vitrine/contract/rules'
import { playedItem } from '@vitrine/contract/schedule/expand-storyboard'
import { type LocalKind, mostEntries } from '@vitrine/contract/schedule/local-slot'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Selectable } from 'kysely'
import { keepVersion } from '#content/page-versions/queries.ts'
import { createPage, getPage, pageSizes } from '#content/pages/queries.ts'
import { partIdOf } from '#content/storyboards/api.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import type { MediaTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { invalid } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'

/** The storyboard with the slot. */
export interface Board {
  id: string
  organizationId: string
  type: 'standard' | 'designed'
  width: number
  height: number
}

export interface Making {
  settings: Settings
  userId: string
  now: number
}

/** Seconds of what has no length, and of anything at most. */
const SECONDS = 5
const LONGEST = 86_400
/** Longest names of pages. */
const NAME_MAX = 100

const kindOf = (mimetype: string): LocalKind | undefined =>
  mimetype.startsWith('image/') ? 'picture' : mimetype.startsWith('video/') ? 'video' : undefined

type Named = Pick<LocalEntryInput, 'mediaId' | 'cardId' | 'layoutId'>

/** The pages of entries. Throws INVALID for what doesn't exist, doesn't fit, or isn't allowed in the slot. `db` is bound to the organization. */
export async function itemsOfEntries(
  db: Db,
  entries: readonly LocalEntryInput[],
  { board, slot }: { board: Board; slot: LocalSlot },
  making: Making,
): Promise<StoryboardItem[]> {
  const key = board.type === 'standard' ? 'cardId' : 'layoutId'
  const media = await mediaAmong(db, entries)
  const sizes = await pageSizes(
    db,
    board.type === 'standard' ? 'card' : 'layout',
    entries.flatMap((entry) => entry[key] ?? []),
  )
  const errors: Record<string, string> = {}
  const found = entries.map((entry, index) => {
    const { mediaId } = entry
    const [field] = (['mediaId', 'cardId', 'layoutId'] as const).filter((each) => entry[each] !== undefined)
    const medium = mediaId === undefined ? undefined : media.get(mediaId)
    const kind = mediaId === undefined ? 'page' : medium && kindOf(medium.mimetype)
    const size = sizes.get(entry[key] ?? '')
    const isThere = medium ? medium.cardId === null : size !== undefined
    const fits = medium !== undefined || (size?.width === board.width && size.height === board.height)
    if (!isThere) errors[`entries.${index}.${field}`] = rule('unknown')
    else if (!kind || !slot.kinds.includes(kind) || !fits)
      errors[`entries.${index}.${field}`] = rule('invalid')
    return { medium, duration: entry.duration ?? secondsOf(medium) }
  })
  refuseBeyond(
    found.map(({ duration }) => duration),
    slot,
    errors,
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const items: StoryboardItem[] = []
  for (const [index, { medium, duration }] of found.entries()) {
    const { showFrom, showUntil, ...entry } = entries[index] ?? {}
    const pageId = medium ? await pageShowing(db, medium, board, making) : (entry[key] ?? '')
    items.push({ [key]: pageId, duration, ...(showFrom && { showFrom }), ...(showUntil && { showUntil }) })
  }
  return items
}

const secondsOf = (medium: { duration: number | null } | undefined) =>
  medium?.duration ? Math.min(LONGEST, Math.max(1, Math.ceil(medium.duration / 1000))) : SECONDS

function refuseBeyond(
  durations: readonly number[],
  slot: Pick<LocalSlot, 'entries' | 'each' | 'seconds'>,
  errors: Record<string, string>,
): void {
  const { each = LONGEST, seconds } = slot
  if (durations.length > mostEntries(slot)) errors.entries = rule('at_most_entries', mostEntries(slot))
  for (const [index, duration] of durations.entries())
    if (duration > each) errors[`entries.${index}.duration`] = rule('max_value', each)
  const sum = durations.reduce((all, one) => all + one, 0)
  if (seconds !== undefined && sum > seconds) errors.entries ??= rule('at_most_seconds', seconds)
}

async function mediaAmong(part: Db, entries: readonly Named[]) {
  const ids = entries.flatMap(({ mediaId }) => (mediaId ? [{ id: mediaId }] : []))
  if (ids.length === 0) return new Map<string, Selectable<MediaTable>>()
  // Also what a page shows that the caller sees.
  const db = shown(part)
  const rows = await db.selectFrom('media').selectAll().where('id', 'in', anyOf(db, ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** That of the same medium and size, or one made now. It goes with the medium, until a person edits it. */
async function pageShowing(
  db: Db,
  { id, name, mimetype, thumbnailId }: Selectable<MediaTable>,
  { type, width, height, organizationId }: Board,
  { settings, userId, now }: Making,
): Promise<string> {
  // Two calls make it once.
  await lockRow(db, 'media', id)
  const kind = type === 'standard' ? 'card' : 'layout'
  const made = await db
    .selectFrom('pages')
    .select('id')
    .where('kind', '=', kind)
    .where('madeFor', '=', id)
    .where('width', '=', width)
    .where('height', '=', height)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (made) return made.id
  const entry = { mediaId: id, duration: defaultDuration(mimetype) }
  const page = screenPage({ id: newId(), name: name.slice(0, 50) }, [entry], WIDGET_FIELDS, { width, height })
  const input = {
    ...writeDocument(page, WIDGET_FIELDS),
    name: name.slice(0, NAME_MAX),
    thumbnailId,
    madeFor: id,
  }
  const pageId = await createPage(db, settings, kind, organizationId, input, isoTime(now))
  await keepVersion(db, settings, await getPage(db, kind, pageId), userId)
  return pageId
}

/** Items as entries, by the storyboard that keeps them. */
export async function entriesOf(
  db: Db,
  rows: readonly { id: string; items: string; approved: string | null }[],
): Promise<Map<string, LocalEntry[]>> {
  const read = rows.map(({ id, items, approved }) => ({
    id,
    items: JSON.parse(items) as StoryboardItem[],
    plays: new Set(approved === null ? [] : (JSON.parse(approved) as ApprovedStoryboard).items.map(textOf)),
  }))
  const ids = read.flatMap(({ items }) => items.map((item) => ({ id: partIdOf(item) })))
  const pages = await db
    .selectFrom('pages')
    .select(['id', 'name', 'madeFor', 'thumbnailId'])
    .where('id', 'in', anyOf(db, ids))
    .execute()
  const known = new Map(pages.map((page) => [page.id, page]))
  const media = await mediaAmong(
    db,
    pages.flatMap(({ madeFor }) => (madeFor === null ? [] : [{ mediaId: madeFor }])),
  )
  return new Map(
    read.map(({ id, items, plays }) => [
      id,
      items.map((item): LocalEntry => {
        const { cardId, layoutId, duration, showFrom, showUntil } = item
        const page = known.get(partIdOf(item))
        const medium = media.get(page?.madeFor ?? '')
        const kind = medium && kindOf(medium.mimetype)
        return {
          kind: kind ?? 'page',
          name: medium?.name ?? page?.name ?? '',
          ...(medium && kind ? { mediaId: medium.id } : cardId ? { cardId } : { layoutId }),
          thumbnailId: page?.thumbnailId ?? null,
          duration,
          ...(showFrom && { showFrom }),
          ...(showUntil && { showUntil }),
          waits: !plays.has(textOf(playedItem(item))),
        }
      }),
    ]),
  )
}

const textOf = ({ pageId, duration, showFrom, showUntil }: ReturnType<typeof playedItem>): string =>
  JSON.stringify([pageId, duration, showFrom, showUntil])
