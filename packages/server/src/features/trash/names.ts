import { searchKey } from '@vitrine/contract/search-key'
import type { Db } from '#db/schema.ts'
import type { Row } from './rows.ts'

/** Tables whose names are unique in an organization, with what else must differ. */
const UNIQUE = {
  folders: ['parentKey'],
  pages: ['kind'],
  storyboards: [],
  device_groups: [],
} as const

export type NamedTable = keyof typeof UNIQUE

/** Characters that a name may have. */
const LONGEST: Record<NamedTable, number> = { folders: 255, pages: 100, storyboards: 100, device_groups: 100 }

/** The row's own name, or the first of "Name 2", "Name 3" … that no other row has. */
export async function freeName(
  db: Db,
  table: NamedTable,
  row: Row,
): Promise<{ name: string; nameKey: string }> {
  const own = String(row.name)
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : ` ${n}`
    const name = own.slice(0, Math.max(LONGEST[table], own.length) - end.length) + end
    const nameKey = searchKey(name)
    if (!(await isTaken(db, table, row, nameKey))) return { name, nameKey }
  }
}

async function isTaken(db: Db, table: NamedTable, row: Row, nameKey: string): Promise<boolean> {
  // Kysely can't type the columns of a table that is chosen at run time.
  let query = db
    .selectFrom(table as 'pages')
    .select('id')
    .where('nameKey', '=', nameKey)
  query = query.where('organizationId', '=', String(row.organizationId))
  for (const column of UNIQUE[table]) query = query.where(column as 'kind', '=', row[column] as 'card')
  return (await query.executeTakeFirst()) !== undefined
}
