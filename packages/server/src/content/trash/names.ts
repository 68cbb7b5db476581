import { searchKey } from '@vitrine/contract/search-key'
import type { Row } from '#content/deletions/rows.ts'
import { anyIn } from '#db/database.ts'
import { firstFreeName } from '#db/lists/free-name.ts'
import type { Db } from '#db/schema.ts'

/** Tables with unique names in an organization, and further columns of the unique key. */
const UNIQUE = {
  folders: ['parentKey'],
  pages: ['kind'],
  storyboards: [],
  device_groups: [],
} as const

export type NamedTable = keyof typeof UNIQUE

/** Maximum characters of a name. */
const LONGEST: Record<NamedTable, number> = { folders: 255, pages: 100, storyboards: 100, device_groups: 100 }

/** The row's own name, or the first of "Name 2", "Name 3" … that no other row has. */
export async function freeName(
  db: Db,
  table: NamedTable,
  row: Row,
): Promise<{ name: string; nameKey: string }> {
  const own = String(row.name)
  const nameOf = (n: number) => {
    const end = n === 1 ? '' : ` ${n}`
    return own.slice(0, Math.max(LONGEST[table], own.length) - end.length) + end
  }
  const name = await firstFreeName(nameOf, (keys) => takenOf(db, table, row, keys))
  return { name, nameKey: searchKey(name) }
}

function takenOf(
  db: Db,
  table: NamedTable,
  row: Row,
  keys: readonly string[],
): Promise<{ nameKey: string }[]> {
  // Kysely can't type the columns of a table that is chosen at run time.
  let query = db
    .selectFrom(table as 'pages')
    .select('nameKey')
    .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
  query = query.where('organizationId', '=', String(row.organizationId))
  for (const column of UNIQUE[table]) query = query.where(column as 'kind', '=', row[column] as 'card')
  return query.execute()
}
