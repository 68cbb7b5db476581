// The approved versions of storyboards inside others.
import type { ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import { expand, playedItem, type StoredStoryboard } from '@vitrine/contract/schedule/expand-storyboard'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import type { SavedItems } from './content.ts'
import { addFills } from './fills.ts'
import type { ApprovedStoryboard } from './manifest.ts'

/**
 * The pages of storyboards, with those of storyboards inside them. `draftOf`: the storyboard whose draft counts as approved. `db` is bound to their
 * organization.
 */
export async function expandedAmong(
  db: Db,
  storyboards: readonly SavedItems[],
  draftOf?: string,
): Promise<Map<string, Pick<ManifestStoryboard, 'items' | 'order'>>> {
  const isNested = storyboards.some(({ items }) => items.some(({ storyboardId }) => storyboardId))
  const known = isNested ? await innerOf(db, storyboards, draftOf) : new Map<string, StoredStoryboard>()
  const filled = new Map<string, StoredStoryboard | undefined>([
    ...storyboards.map((each) => [each.id, { ...NAMELESS, ...each }] as const),
    ...known,
  ])
  await addFills(db, [...filled.keys()], filled, { draftOf })
  return new Map(
    storyboards.map(({ id, items, shuffle }) => {
      // Those inside it have its size: any of them says which.
      const first = items.flatMap(({ storyboardId }) => known.get(storyboardId ?? '') ?? [])[0]
      const root = { ...NAMELESS, ...first, id, items, shuffle, fills: filled.get(id)?.fills }
      const { storyboard } = expand(root, (each) => (known.has(each) ? filled.get(each) : undefined))
      return [id, { items: storyboard.items, order: storyboard.order }]
    }),
  )
}

const NAMELESS = { name: '', type: 'standard', mode: 'AUTO', width: 0, height: 0 } as const

async function innerOf(part: Db, storyboards: readonly SavedItems[], draftOf: string | undefined) {
  // What plays doesn't depend on what the caller reaches.
  const db = whole(part)
  const known = new Map<string, StoredStoryboard>()
  const seen = new Set<string>()
  const namedIn = (all: readonly Pick<SavedItems, 'items'>[]) => [
    ...new Set(
      all
        .flatMap(({ items }) => items.flatMap(({ storyboardId }) => storyboardId ?? []))
        .filter((id) => !seen.has(id)),
    ),
  ]
  for (let wanted = namedIn(storyboards); wanted.length > 0; wanted = namedIn([...known.values()])) {
    for (const id of wanted) seen.add(id)
    const rows = await db
      .selectFrom('storyboards')
      .select(['id', 'name', 'type', 'mode', 'width', 'height', 'shuffle', 'items', 'approved'])
      .where(
        'id',
        'in',
        anyOf(
          db,
          wanted.map((id) => ({ id })),
        ),
      )
      .execute()
    for (const { approved, items, shuffle, ...row } of rows)
      if (row.id === draftOf)
        known.set(row.id, {
          ...row,
          ...(shuffle === 1 && { shuffle: true as const }),
          items: (JSON.parse(items) as Parameters<typeof playedItem>[0][]).map(playedItem),
        })
      else if (approved !== null)
        known.set(row.id, { id: row.id, ...(JSON.parse(approved) as ApprovedStoryboard) })
  }
  return known
}
