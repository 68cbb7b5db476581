import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { slices } from '#lib/work/slices.ts'

/** Ids per piece, and storyboards per query. */
const AT_ONCE = 250

interface Affected {
  kind: 'group' | 'device'
  ids: string[]
}

/** What names a storyboard: an index of each table finds its rows in order. */
const NAMING = [
  {
    kind: 'group',
    by: 'fromId',
    rows: ({ id, organizationId }: StoryboardOf) => sql`"references" where "toId" = ${id}
      and "references"."organizationId" = ${organizationId} and "fromKind" = 'device-group'`,
  },
  {
    kind: 'device',
    by: 'id',
    rows: ({ id }: StoryboardOf) => sql`"devices" where "overrideStoryboardId" = ${id}`,
  },
  {
    kind: 'device',
    by: 'deviceId',
    rows: ({ id }: StoryboardOf) => sql`"planned_switches" where "storyboardId" = ${id}`,
  },
] as const

interface Storyboard {
  id: string
  organizationId: string
}
/** Values, or columns of `storyboards`. */
type StoryboardOf = Record<keyof Storyboard, string | RawBuilder<unknown>>

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
  for (const ids of slices(reached, AT_ONCE)) {
    const some = listed(db, ids)
    for (const naming of NAMING)
      for (const storyboard of await namedIn(db, naming, some)) yield* affectedBy(db, naming, storyboard)
  }
}

type Naming = (typeof NAMING)[number]

const OUTER: StoryboardOf = {
  id: sql.ref('storyboards.id'),
  organizationId: sql.ref('storyboards.organizationId'),
}

/** The storyboards among `ids` that a row of the table names. */
async function namedIn(db: Db, naming: Naming, ids: RawBuilder<string>): Promise<Storyboard[]> {
  const { rows } = await sql<Storyboard>`select "id", "organizationId" from "storyboards"
    where "id" in ${ids} and exists (select 1 from ${naming.rows(OUTER)})`.execute(db)
  return rows
}

async function* affectedBy(
  db: Db,
  { kind, by, rows: rowsOf }: Naming,
  storyboard: Storyboard,
): AsyncGenerator<Affected> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(by)} as "id" from ${rowsOf(storyboard)}
      and ${sql.ref(by)} > ${after} order by ${sql.ref(by)} limit ${AT_ONCE}`.execute(db)
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
      .selectFrom('references')
      .select('fromId as id')
      .where('toId', 'in', wanted)
      .where('toKind', 'in', ['media', 'listed', 'page', 'part', 'storyboard', 'style'])
      .where('fromKind', '!=', 'device-group')
      .union(db.selectFrom('media').select('id').where('cardId', 'in', wanted))
      .execute()
    next = found.map(({ id }) => id).filter((id) => !all.has(id))
    for (const id of next) all.add(id)
  }
  return all
}
