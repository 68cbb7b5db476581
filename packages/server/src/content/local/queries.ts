// What places show in the local slots of storyboards: each a storyboard that is approved like others.
import type {
  LocalContent,
  LocalContentCreate,
  LocalEntryInput,
  PlacedSlot,
} from '@vitrine/contract/api/content/local-content'
import { SLOTS_MAX } from '@vitrine/contract/api/content/local-content'
import type { LocalSlot } from '@vitrine/contract/api/content/local-slot'
import { type StoryboardInput, StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { rule } from '@vitrine/contract/rules'
import { allowedEntries, LOCAL_PLACES_MAX } from '@vitrine/contract/schedule/local-slot'
import { z } from 'zod'
import { savedDocument } from '#base/versions/queries.ts'
import { setAuthor } from '#content/storyboards/api.ts'
import {
  createStoryboard,
  getStoryboard,
  setStoryboardStatus,
  updateStoryboard,
} from '#content/storyboards/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, conflict, invalid, notFound } from '#lib/errors.ts'
import { isStrict } from '#playback/copies.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'
import { type Board, entriesOf, itemsOfEntries, type Making } from './entries.ts'
import { placeName } from './places.ts'

const MISSING = 'Local content not found'

/** Names of storyboards at most. */
const NAME_MAX = 100

interface Fill {
  id: string
  organizationId: string
  madeFor: string | null
  slot: string | null
  placeId: string | null
  items: string
  approved: string | null
  status: LocalContent['status']
  version: number
}

const selectFills = (db: Db) =>
  db
    .selectFrom('storyboards')
    .select(['id', 'organizationId', 'madeFor', 'slot', 'placeId', 'items', 'approved', 'status', 'version'])
    .where('slot', 'is not', null)

async function contentsOf(db: Db, rows: readonly Fill[]): Promise<LocalContent[]> {
  const entries = await entriesOf(db, rows)
  return rows.map(({ id, organizationId, madeFor, slot, placeId, approved, status, version }) => ({
    ...{ id, organizationId, status, version },
    storyboardId: madeFor ?? '',
    slotId: slot ?? '',
    placeId: placeId ?? '',
    entries: entries.get(id) ?? [],
    playing: approved === null ? null : (JSON.parse(approved) as ApprovedStoryboard).items.length,
  }))
}

/** Throws NOT_FOUND, also for a place that the caller doesn't reach. */
export async function getContent(db: Db, id: string): Promise<LocalContent> {
  const row = await selectFills(db).where('id', '=', id).executeTakeFirst()
  const [content] = row && (await placeName(db, row.placeId ?? '')) ? await contentsOf(db, [row]) : []
  if (!content) throw notFound(MISSING)
  return content
}

const slotsIn = (approved: string): LocalSlot[] =>
  (JSON.parse(approved) as ApprovedStoryboard).items.flatMap(({ slot }) => slot ?? [])

/** The slots of storyboards that screens may play, with what a place shows there. */
export async function slotsAt(db: Db, placeId: string): Promise<PlacedSlot[]> {
  if (!(await placeName(db, placeId))) throw notFound('Place not found')
  const rows = await db
    .selectFrom('storyboards')
    .select(['id', 'name', 'organizationId', 'approved'])
    .where('approved', 'like', '%"slot":{%')
    .orderBy('nameOrder')
    .orderBy('id')
    .limit(SLOTS_MAX)
    .execute()
  const fills = await selectFills(db).where('placeId', '=', placeId).execute()
  const contents = await contentsOf(db, fills)
  const strict = new Map<string, boolean>()
  for (const organizationId of new Set(rows.map((row) => row.organizationId)))
    strict.set(organizationId, await isStrictIn(db, organizationId))
  return rows
    .flatMap(({ id, name, organizationId, approved }) =>
      slotsIn(approved ?? '{"items":[]}').map((slot): PlacedSlot => {
        const { type, width, height } = JSON.parse(approved ?? '') as ApprovedStoryboard
        const isOwn = (each: LocalContent) => each.storyboardId === id && each.slotId === slot.id
        return {
          ...{ storyboardId: id, storyboard: name, type, width, height, slot },
          approval: slot.approval === true || strict.get(organizationId) === true,
          content: contents.find(isOwn) ?? null,
        }
      }),
    )
    .slice(0, SLOTS_MAX)
}

async function isStrictIn(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('approval')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row?.approval === 'strict'
}

interface Slotted {
  board: Board
  slot: LocalSlot
}

/** The slot as screens play it; undefined for one that isn't there. `db` is bound to the organization. */
async function slotOf(db: Db, storyboardId: string, slotId: string): Promise<Slotted | undefined> {
  const row = await db
    .selectFrom('storyboards')
    .select(['id', 'organizationId', 'approved'])
    .where('id', '=', storyboardId)
    .executeTakeFirst()
  if (!row || row.approved === null) return undefined
  const { type, width, height } = JSON.parse(row.approved) as ApprovedStoryboard
  const slot = slotsIn(row.approved).find(({ id }) => id === slotId)
  return slot && { slot, board: { id: row.id, organizationId: row.organizationId, type, width, height } }
}

/** Throws INVALID and CONFLICT. `db` is bound to the organization. Returns the id, and whether screens play it now. */
export async function createContent(
  db: Db,
  { storyboardId, slotId, placeId, entries }: LocalContentCreate,
  making: Making,
): Promise<{ id: string; plays: boolean }> {
  const found = await slotOf(db, storyboardId, slotId)
  const place = await placeName(db, placeId)
  if (!place) throw invalid({ placeId: rule('unknown') })
  if (!found) throw invalid({ slotId: rule('unknown') })
  const { board, slot } = found
  // Two people fill it for the first time: the second one sees what the first one did.
  await lockRow(db, 'storyboards', storyboardId)
  const others = await selectFills(db)
    .where('madeFor', '=', storyboardId)
    .where('slot', '=', slotId)
    .execute()
  if (others.some((other) => other.placeId === placeId)) throw conflict()
  if (others.length >= LOCAL_PLACES_MAX)
    throw new AppError('STORAGE_LIMIT', `Up to ${LOCAL_PLACES_MAX} places can fill a local slot`)
  const items = await itemsOfEntries(db, entries, found, making)
  const input = { ...storyboardInput(board, `${slot.name} · ${place}`, items), madeFor: storyboardId }
  const fills = { slotId, placeId }
  const id = await createStoryboard(db, board.organizationId, { ...input, fills }, isoTime(making.now))
  return { id, plays: await finish(db, id, slot, making) }
}

function storyboardInput(
  { type, width, height }: Board,
  name: string,
  items: StoryboardItem[],
): StoryboardInput {
  return { name: name.slice(0, NAME_MAX), type, mode: 'AUTO', width, height, items }
}

/** Throws INVALID, NOT_FOUND, and CONFLICT. `db` is bound to the organization. Returns whether screens play it now. */
export async function updateContent(
  db: Db,
  { id, storyboardId, slotId, placeId }: LocalContent,
  { entries, version }: { entries: readonly LocalEntryInput[]; version?: number | undefined },
  making: Making,
): Promise<boolean> {
  const found = await slotOf(db, storyboardId, slotId)
  if (!found) throw notFound(MISSING)
  const items = await itemsOfEntries(db, entries, found, making)
  const name = `${found.slot.name} · ${await placeName(db, placeId)}`
  return save(db, id, { ...storyboardInput(found.board, name, items), version }, found.slot, making)
}

/** Saves an earlier version again, without what is gone or no longer allowed. */
export async function restoreContent(
  db: Db,
  { id, storyboardId, slotId, placeId }: LocalContent,
  { of, version }: { of: number; version?: number | undefined },
  making: Making,
): Promise<boolean> {
  const found = await slotOf(db, storyboardId, slotId)
  if (!found) throw notFound(MISSING)
  const stored = Saved.parse(await savedDocument(db, 'storyboard', { id, version: of }))
  const [row] = await selectFills(db).where('id', '=', id).execute()
  if (!row) throw notFound(MISSING)
  const entries = (await entriesOf(db, [{ ...row, items: JSON.stringify(stored.items) }])).get(id) ?? []
  const there = new Set(await pagesThere(db, stored.items))
  const left = stored.items.filter(
    (item, index) =>
      there.has(item.cardId ?? item.layoutId ?? '') &&
      found.slot.kinds.includes(entries[index]?.kind ?? 'page'),
  )
  const name = `${found.slot.name} · ${await placeName(db, placeId)}`
  const input = storyboardInput(found.board, name, allowedEntries(left, found.slot))
  return save(db, id, { ...input, version }, found.slot, making)
}

const Saved = z.object({ items: z.array(StoryboardItem) })

async function pagesThere(db: Db, items: readonly StoryboardItem[]): Promise<string[]> {
  const wanted = items.map(({ cardId, layoutId }) => ({ id: cardId ?? layoutId ?? '' }))
  const rows = await db.selectFrom('pages').select('id').where('id', 'in', anyOf(db, wanted)).execute()
  return rows.map(({ id }) => id)
}

async function save(
  db: Db,
  id: string,
  input: StoryboardInput,
  slot: LocalSlot,
  making: Making,
): Promise<boolean> {
  await updateStoryboard(db, await getStoryboard(db, id), input, isoTime(making.now))
  return finish(db, id, slot, making)
}

/** Screens play it now, unless the slot or the organization wants someone to approve it. */
async function finish(db: Db, id: string, slot: LocalSlot, { userId, now }: Making): Promise<boolean> {
  await setAuthor(db, id, userId, now)
  if (slot.approval || (await isStrict(db))) return false
  const seen = { version: undefined, status: undefined }
  return setStoryboardStatus(db, { id }, { status: 'approved', userId }, seen, now)
}
