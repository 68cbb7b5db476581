// What places show in the local slots of storyboards.
import { playedItem, type StoredStoryboard } from '@vitrine/contract/schedule/expand-storyboard'
import type { LocalFill } from '@vitrine/contract/schedule/local-slot'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import type { ApprovedStoryboard } from './manifest.ts'

type Item = StoredStoryboard['items'][number]
type Size = Pick<StoredStoryboard, 'type' | 'width' | 'height'>

interface Which {
  /** What the copies of strict approval have. */
  strict?: boolean
  /** The storyboard whose draft counts as approved. */
  draftOf?: string | undefined
}

/**
 * Adds what places show to those of the storyboards that have local slots. `db` is bound to their organization. Approved entries only, and
 * of the size that the storyboard has now.
 */
export async function addFills(
  part: Db,
  ids: Iterable<string>,
  storyboards: Map<string, StoredStoryboard | undefined>,
  { strict = false, draftOf }: Which,
): Promise<void> {
  const outer = [...ids].filter((id) => storyboards.get(id)?.items.some(({ slot }) => slot))
  if (outer.length === 0) return
  // What plays doesn't depend on what the caller reaches.
  const db = whole(part)
  const rows = await db
    .selectFrom('storyboards')
    .leftJoin('approved_copies', 'approved_copies.id', 'storyboards.id')
    .select(['storyboards.id', 'storyboards.madeFor', 'storyboards.slot', 'storyboards.placeId'])
    .select(['storyboards.type', 'storyboards.width', 'storyboards.height', 'storyboards.approved'])
    .select(['storyboards.items', 'approved_copies.copy'])
    .where('storyboards.slot', 'is not', null)
    .where('storyboards.madeFor', 'in', among(db, outer))
    .orderBy('storyboards.id')
    .execute()
  const filled = rows.flatMap((row) => {
    const text = strict ? row.copy : row.approved
    const approved = text === null ? undefined : (JSON.parse(text) as ApprovedStoryboard)
    const draft = {
      ...row,
      items: (JSON.parse(row.items) as Parameters<typeof playedItem>[0][]).map(playedItem),
    }
    const played: (Size & { items: Item[] }) | undefined = row.id === draftOf ? draft : approved
    const of = storyboards.get(row.madeFor ?? '')
    return played && of && played.items.length > 0 && isSize(played, of)
      ? [{ ...row, items: played.items }]
      : []
  })
  const buildings = await buildingsOf(
    db,
    filled.flatMap(({ placeId }) => placeId ?? []),
  )
  for (const id of outer) {
    const fills = new Map<string, LocalFill<Item>[]>()
    const own = filled.filter(({ madeFor }) => madeFor === id)
    for (const { id: fillId, slot, placeId, items } of own) {
      if (slot === null || placeId === null) continue
      const except = own.flatMap((other) =>
        other.slot === slot && buildings.get(other.placeId ?? '') === placeId ? (other.placeId ?? []) : [],
      )
      fills.set(slot, [...(fills.get(slot) ?? []), { id: fillId, placeId, except, items }])
    }
    const storyboard = storyboards.get(id)
    if (storyboard) storyboards.set(id, { ...storyboard, fills })
  }
}

/** Where only items are known, it has the size of those inside it. */
const isSize = (fill: Size, { type, width, height }: Size) =>
  width === 0 || (fill.type === type && fill.width === width && fill.height === height)

const among = (db: Db, ids: readonly string[]) =>
  anyOf(
    db,
    ids.map((id) => ({ id })),
  )

/** The buildings of floors; a building has none. */
async function buildingsOf(db: Db, placeIds: readonly string[]): Promise<Map<string, string>> {
  if (placeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('floors')
    .select(['id', 'buildingId'])
    .where('id', 'in', among(db, placeIds))
    .execute()
  return new Map(rows.map(({ id, buildingId }) => [id, buildingId]))
}
