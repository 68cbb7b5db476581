import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'

/** The storyboards, and those that they are inside of, at any depth, in the version that plays or in the draft. */
export async function includingAny(part: Db, storyboardIds: readonly string[]): Promise<Set<string>> {
  const db = whole(part)
  const all = new Set(storyboardIds)
  for (let next = [...all]; next.length > 0; ) {
    const rows = await db
      .selectFrom('references')
      .select('fromId as id')
      .where(
        'toId',
        'in',
        anyOf(
          db,
          next.map((id) => ({ id })),
        ),
      )
      .where('toKind', '=', 'storyboard')
      .where('fromKind', '=', 'storyboard')
      .execute()
    next = [...new Set(rows.map(({ id }) => id))].filter((id) => !all.has(id))
    for (const id of next) all.add(id)
  }
  return all
}
