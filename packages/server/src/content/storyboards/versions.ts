import { type Storyboard, StoryboardInput } from '@vitrine/contract/api/content/storyboards'
import { type Saved, savedDocument } from '#base/versions/queries.ts'
import { anyIn } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import { AppError } from '#lib/errors.ts'
import { itemsWith, partIdOf } from './parts.ts'

/** A storyboard as it is stored now, for its versions; undefined for one that is gone. */
export async function savedStoryboard(db: Db, id: string): Promise<Saved | undefined> {
  const row = await db
    .selectFrom('storyboards')
    .select([
      'organizationId',
      'version',
      'name',
      'type',
      'mode',
      'width',
      'height',
      'idleSeconds',
      'audioId',
    ])
    .select(['shuffle', 'items', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { organizationId, version, updatedAt: savedAt, name, items: text, shuffle, ...settings } = row
  const items: unknown[] = JSON.parse(text)
  const document = JSON.stringify({ name, ...settings, ...(shuffle === 1 && { shuffle: true }), items })
  return { organizationId, version, name, document, parts: items.length, savedAt }
}

/** An earlier version to be saved again, without pages and audio that are gone. Throws NOT_FOUND and PARTS_GONE. */
export async function storyboardOfVersion(
  db: Db,
  { id }: Pick<Storyboard, 'id'>,
  version: number,
): Promise<StoryboardInput> {
  const stored = StoryboardInput.parse(await savedDocument(db, 'storyboard', { id, version }))
  const there = await idsIn(db, stored.items)
  const items = itemsWith(stored.items, (part) => there.has(part))
  if (items.length === 0) throw new AppError('PARTS_GONE', 'Every page of this version has been deleted')
  const audio =
    stored.audioId &&
    (await shown(db).selectFrom('media').select('id').where('id', '=', stored.audioId).executeTakeFirst())
  return { ...stored, items, audioId: audio ? audio.id : null }
}

/** The pages and storyboards of items that exist. */
async function idsIn(db: Db, items: StoryboardInput['items']): Promise<Set<string>> {
  const wanted = JSON.stringify(items.map(partIdOf))
  const found = new Set<string>()
  for (const table of ['pages', 'storyboards'] as const) {
    const rows = await db
      .selectFrom(table as 'pages')
      .select('id')
      .where('id', 'in', anyIn(db, wanted))
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}
