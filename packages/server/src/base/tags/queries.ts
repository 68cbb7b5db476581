import { TAG_KINDS, type TagKind } from '@vitrine/contract/api/base/tags'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import type { Elsewhere } from '#base/list.ts'
import { anyOf } from '#db/database.ts'
import { nameContains } from '#db/lists/name-search.ts'
import type { Db } from '#db/schema.ts'

/** The column of `tag_uses` for each kind of thing. */
export const OWNER = {
  media: 'mediaId',
  page: 'pageId',
  storyboard: 'storyboardId',
  device: 'deviceId',
  'device-group': 'deviceGroupId',
  floor: 'floorId',
  building: 'buildingId',
} as const satisfies Record<TagKind, string>

type Identified = {
  id: string
}

/** Adds to each row its tags, by name. */
export async function withTags<Row extends Identified>(
  db: Db,
  kind: TagKind,
  rows: readonly Row[],
): Promise<(Row & { tags: string[] })[]> {
  if (rows.length === 0) return []
  const column = OWNER[kind]
  const uses = await db
    .selectFrom('tag_uses')
    .innerJoin('tags', 'tags.id', 'tag_uses.tagId')
    .select([`tag_uses.${column} as ownerId`, 'tags.name'])
    .where(`tag_uses.${column}`, 'in', anyOf(db, rows))
    .orderBy('tags.nameOrder')
    .execute()
  const byOwner = Map.groupBy(uses, ({ ownerId }) => ownerId)
  return rows.map((row) => ({ ...row, tags: (byOwner.get(row.id) ?? []).map(({ name }) => name) }))
}

/** For `where('…id', 'in', …)`: the things with a tag. */
export const taggedWith = (db: Db, kind: TagKind, tag: string) =>
  db
    .selectFrom('tag_uses')
    .innerJoin('tags', 'tags.id', 'tag_uses.tagId')
    .select(`tag_uses.${OWNER[kind]} as id`)
    .where(`tag_uses.${OWNER[kind]}`, 'is not', null)
    .where('tags.nameKey', '=', searchKey(tag))
    .$castTo<Identified>()

/** For `searchElsewhere` of a list: the rows with a tag that contains the word. */
export const tagMatching =
  (db: Db, kind: TagKind) =>
  async (word: string): Promise<Elsewhere> => {
    const found = await db.selectFrom('tags').select('id').where(nameContains('tags', word)).execute()
    if (found.length === 0) return {}
    const ids = db
      .selectFrom('tag_uses')
      .select(`tag_uses.${OWNER[kind]} as id`)
      .where('tagId', 'in', anyOf(db, found))
      .where(`tag_uses.${OWNER[kind]}`, 'is not', null)
      .$castTo<Identified>()
    return { ids: ids as unknown as Elsewhere['ids'] }
  }

/** Tags in use, with the kinds of things that have them. */
export async function listTags(db: Db): Promise<{ name: string; kinds: TagKind[] }[]> {
  const rows = await db
    .selectFrom('tags')
    .select('name')
    .select(({ exists, selectFrom }) =>
      TAG_KINDS.map((kind) =>
        exists(
          selectFrom('tag_uses')
            .select(sql`1`.as('one'))
            .whereRef('tag_uses.tagId', '=', 'tags.id')
            .where(`tag_uses.${OWNER[kind]}`, 'is not', null),
        ).as(kind),
      ),
    )
    .orderBy('nameOrder')
    .execute()
  const found = new Map<string, Set<TagKind>>()
  for (const row of rows) {
    const kinds = found.get(row.name) ?? new Set()
    for (const kind of TAG_KINDS) if (row[kind]) kinds.add(kind)
    if (kinds.size > 0) found.set(row.name, kinds)
  }
  return [...found].map(([name, kinds]) => ({ name, kinds: [...kinds] }))
}
