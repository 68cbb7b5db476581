import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'

/** Schedules read by one statement. */
const GROUPS = 500

const listed = (db: Db, ids: Iterable<string>) =>
  anyOf(
    db,
    [...ids].map((id) => ({ id })),
  )

/**
 * Groups, and screens switched by hand, whose manifest may contain one of these pages, media, or storyboards. Drafts
 * count too: it may name a few that don't play them, and never leaves out one that does.
 */
export async function whoMayPlay(
  db: Db,
  content: Iterable<string>,
): Promise<{ groups: string[]; devices: string[] }> {
  const reached = await leadingTo(db, content)
  const storyboards = await db
    .selectFrom('storyboards')
    .select(['id', 'organizationId'])
    .where('id', 'in', listed(db, reached))
    .execute()
  const groups = new Set<string>()
  for (const [organizationId, own] of Map.groupBy(storyboards, (each) => each.organizationId))
    for (const id of await scheduling(scoped(db, organizationId), own)) groups.add(id)
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where('overrideStoryboardId', 'in', anyOf(db, storyboards))
    .execute()
  return { groups: [...groups], devices: devices.map(({ id }) => id) }
}

/** These and everything that shows them or leads to them, kinds mixed: pages, media, storyboards. */
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

/** Groups of an organization that have one of these storyboards in their schedule. */
async function scheduling(db: Db, storyboards: readonly { id: string }[]): Promise<string[]> {
  const found: string[] = []
  for (let after = ''; ; ) {
    // A part at a time: an embedded database answers on the thread that asks.
    const rows = await db
      .selectFrom('device_groups')
      .select(['id', 'programme', 'nextProgramme'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(GROUPS)
      .execute()
    for (const { id, programme, nextProgramme } of rows)
      if (storyboards.some((each) => programme.includes(each.id) || nextProgramme?.includes(each.id)))
        found.push(id)
    const last = rows.at(-1)
    if (!last || rows.length < GROUPS) return found
    after = last.id
    await new Promise(setImmediate)
  }
}
