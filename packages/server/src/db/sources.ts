import { SourceTable } from '@vitrine/contract/api/data/sources'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { searchKey } from '@vitrine/contract/search-key'
import type { Db } from '#db/schema.ts'

/** The change for a source's rows, whether the source exists or not. */
export const sourceChange = (organizationId: string, name: string) =>
  ({ kind: 'source', id: `${organizationId}/${searchKey(name)}` }) as const

export function changedSource(id: string): { organizationId: string; key: string } {
  const slash = id.indexOf('/')
  return { organizationId: id.slice(0, slash), key: id.slice(slash + 1) }
}

/** The last good copy of a source; null if no source has this name. `db` is bound to its organization. */
export async function loadSource(db: Db, name: string): Promise<SourceData | null> {
  const row = await db
    .selectFrom('sources')
    .select(['data', 'fetchedAt'])
    .where('nameKey', '=', searchKey(name))
    .executeTakeFirst()
  return row ? { ...SourceTable.parse(JSON.parse(row.data)), at: row.fetchedAt } : null
}
