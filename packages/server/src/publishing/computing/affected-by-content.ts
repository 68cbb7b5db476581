import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { groupsNaming } from '#publishing/uses/schedule-uses.ts'

const listed = (db: Db, ids: Iterable<string>) =>
  anyOf(
    db,
    [...ids].map((id) => ({ id })),
  )

/**
 * Groups, and screens with a current or planned manual switch, whose manifest may contain one of these pages, media, or
 * storyboards. Drafts count too: it may include a few that don't play them, and never misses one that does.
 */
export async function affectedByContent(
  db: Db,
  content: Iterable<string>,
): Promise<{ groups: string[]; devices: string[] }> {
  const reached = await leadingTo(db, content)
  const storyboards = await db
    .selectFrom('storyboards')
    .select('id')
    .where('id', 'in', listed(db, reached))
    .execute()
  const groups = await groupsNaming(db, anyOf(db, storyboards)).execute()
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where('overrideStoryboardId', 'in', anyOf(db, storyboards))
    .union(
      db
        .selectFrom('planned_switches')
        .select('deviceId as id')
        .where('storyboardId', 'in', anyOf(db, storyboards)),
    )
    .execute()
  return { groups: groups.map(({ id }) => id), devices: devices.map(({ id }) => id) }
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
