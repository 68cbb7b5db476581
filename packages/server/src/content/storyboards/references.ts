import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { placesIn } from '@vitrine/contract/schedule/screen-rule'
import { saveReferences } from '#base/references/queries.ts'
import type { Db } from '#db/schema.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'
import { referencesOfConditions } from './conditions.ts'

/** Pages, storyboards inside it, audio, places in rules, and what conditions read, of the draft, and of the version that screens may be playing. */
export async function saveStoryboardReferences(db: Db, id: string): Promise<void> {
  const { organizationId, approved, madeFor, slot, placeId, ...draft } = await db
    .selectFrom('storyboards')
    .select(['organizationId', 'items', 'audioId', 'approved', 'madeFor', 'slot', 'placeId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const items = JSON.parse(draft.items) as StoryboardItem[]
  const played = approved === null ? undefined : (JSON.parse(approved) as ApprovedStoryboard)
  await saveReferences(
    db,
    organizationId,
    { kind: 'storyboard', id },
    {
      page: [
        ...items.map(({ cardId, layoutId }) => cardId ?? layoutId ?? ''),
        ...(played?.items ?? []).map(({ pageId }) => pageId),
      ].filter(Boolean),
      storyboard: [
        ...[...items, ...(played?.items ?? [])].flatMap(({ storyboardId }) => storyboardId ?? []),
        ...(await fillsOf(db, id)),
      ],
      media: [draft.audioId, played?.audioId].filter((each) => each != null),
      place: [
        ...[...items, ...(played?.items ?? [])].flatMap(({ screens }) => placesIn(screens)),
        // One that shows nothing there any more keeps no place.
        ...(placeId !== null && items.length + (played?.items.length ?? 0) > 0 ? [placeId] : []),
      ],
      ...referencesOfConditions([...items, ...(played?.items ?? [])]),
    },
    'audioId',
  )
  if (slot === null || madeFor === null) return
  // Its storyboard plays it.
  const outer = await db.selectFrom('storyboards').select('id').where('id', '=', madeFor).executeTakeFirst()
  if (outer) await saveStoryboardReferences(db, outer.id)
}

/** What places show in its local slots. */
async function fillsOf(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('storyboards')
    .select('id')
    .where('madeFor', '=', id)
    .where('slot', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}
