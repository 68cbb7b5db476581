import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { NamedTable, Subject } from './subjects.ts'

/** A row as far as entries show it. */
export type ThingRow = Readonly<Record<string, string | number | null>> & {
  id: string
  organizationId: string | null
}
export type ThingRows = ReadonlyMap<string, ThingRow>

/** The rows of things by id. Their documents are read for one thing only: those of many could fill the memory. */
export async function rowsOf(db: Db, subject: Subject, ids: readonly string[]): Promise<ThingRows> {
  if (ids.length === 0) return new Map()
  const isOne = ids.length === 1
  const shown = Object.entries(subject.columns).filter(([, how]) => isOne || how !== 'document')
  const owner = subject.table === 'organizations' ? 'id as organizationId' : 'organizationId'
  const columns = new Set(['id', owner, ...subject.name, ...shown.map(([name]) => name)])
  const rows = await db
    .selectFrom(subject.table as 'buildings')
    .select([...columns] as 'id'[])
    .$if(isOne, (query) => query.where('id', '=', ids[0] ?? ''))
    .$if(!isOne, (query) =>
      query.where(
        'id',
        'in',
        anyOf(
          db,
          ids.map((id) => ({ id })),
        ),
      ),
    )
    .execute()
  return new Map((rows as unknown as ThingRow[]).map((row) => [row.id, row]))
}

/** The name of a thing: all of its naming columns, of which a person's last, the address, is for those without a name. */
export function nameOf({ table, name }: Subject, row: ThingRow): string {
  const parts = name.map((column) => String(row[column] ?? '').trim())
  if (table !== 'users') return parts.join(' ').trim()
  const [first = '', last = '', email = ''] = parts
  return `${first} ${last}`.trim() || email
}

const LABELS: Partial<Record<NamedTable, string>> = { licences: 'number as name', users: 'email as name' }

/** Names of rows that ids in columns stand for. */
export async function namesOf(
  db: Db,
  wanted: ReadonlyMap<NamedTable, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [table, ids] of wanted) {
    const label = LABELS[table] ?? 'name'
    const rows = await db
      .selectFrom(table as 'media')
      .select(['id', label as 'name'])
      .where(
        'id',
        'in',
        anyOf(
          db,
          [...ids].map((id) => ({ id })),
        ),
      )
      .execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
