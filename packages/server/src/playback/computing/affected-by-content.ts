import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { slices } from '#lib/work/slices.ts'
import { groupsUnlisted } from '#playback/uses/schedule-uses.ts'

/** Ids per piece, and storyboards per query. */
const AT_ONCE = 250

interface Affected {
  kind: 'group' | 'device'
  ids: string[]
}

/** What names storyboards: an index of each table finds those of one storyboard in order. */
const NAMING = [
  { kind: 'group', table: 'schedule_uses', storyboard: 'storyboardId', by: 'deviceGroupId' },
  { kind: 'device', table: 'devices', storyboard: 'overrideStoryboardId', by: 'id' },
  { kind: 'device', table: 'planned_switches', storyboard: 'storyboardId', by: 'deviceId' },
] as const

const listed = (db: Db, ids: Iterable<string>) =>
  anyOf(
    db,
    [...ids].map((id) => ({ id })),
  )

/**
 * Groups, and screens with a current or planned manual switch, whose manifest may contain one of these pages, media, or
 * storyboards. Drafts count too: it may include a few that don't play them, or some twice, and never misses one that
 * does. In pieces, because a storyboard can play on every screen: the caller lets others run in between.
 */
export async function* affectedByContent(db: Db, content: Iterable<string>): AsyncGenerator<Affected> {
  const reached = [...(await leadingTo(db, content))]
  const unlisted = await groupsUnlisted(db).execute()
  yield { kind: 'group', ids: unlisted.map(({ id }) => id) }
  for (const ids of slices(reached, AT_ONCE)) {
    const some = listed(db, ids)
    for (const naming of NAMING)
      for (const { id } of await namedIn(db, naming, some)) yield* affectedBy(db, naming, id)
  }
}

type Naming = (typeof NAMING)[number]

/** The storyboards among `ids` that a row of the table names. */
async function namedIn(
  db: Db,
  { table, storyboard }: Naming,
  ids: RawBuilder<string>,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`select "id" from "storyboards" where "id" in ${ids} and exists
    (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${storyboard}`)} = "storyboards"."id")`.execute(
    db,
  )
  return rows
}

async function* affectedBy(
  db: Db,
  { kind, table, storyboard, by }: Naming,
  id: string,
): AsyncGenerator<Affected> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(by)} as "id" from ${sql.table(table)}
      where ${sql.ref(storyboard)} = ${id} and ${sql.ref(by)} > ${after}
      order by ${sql.ref(by)} limit ${AT_ONCE}`.execute(db)
    const ids = rows.map((row) => row.id)
    if (ids.length > 0) yield { kind, ids }
    if (ids.length < AT_ONCE) return
    after = ids.at(-1) ?? ''
  }
}

/** Everything that shows or leads to the given pages, media and storyboards, including themselves. */
async function leadingTo(db: Db, content: Iterable<string>): Promise<Set<string>> {
  const all = new Set(content)
  let next: readonly string[] = [...all]
  while (next.length > 0) {
    const wanted = listed(db, next)
    const found = await db
      .selectFrom('media_uses')
      .select('ownerId as id')
      .where('mediaId', 'in', wanted)
      .union(db.selectFrom('media').select('id').where('cardId', 'in', wanted))
      .union(db.selectFrom('page_uses').select('storyboardId as id').where('pageId', 'in', wanted))
      .union(db.selectFrom('storyboard_uses').select('pageId as id').where('storyboardId', 'in', wanted))
      .execute()
    next = found.map(({ id }) => id).filter((id) => !all.has(id))
    for (const id of next) all.add(id)
  }
  return all
}
