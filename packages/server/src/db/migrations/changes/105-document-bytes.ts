import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Bare } from '#db/migrations/table.ts'
import type { Db } from '#db/schema.ts'

/** Size of documents, and indexes that sum an organization's storage without reading documents. */
export async function up(db: Bare): Promise<void> {
  const bytes = isPostgres(db as Db) ? sql`octet_length(document)` : sql`length(cast(document as blob))`
  for (const table of ['pages', 'page_versions']) {
    await db.schema
      .alterTable(table)
      .addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update ${sql.table(table)} set bytes = ${bytes}`.execute(db)
    await index(db, table, 'bytes')
  }
  for (const table of ['thumbnails', 'package_files']) await index(db, table, 'size')
  await index(db, 'package_versions', 'modelSize')
}

const index = (db: Bare, table: string, column: string) =>
  db.schema.createIndex(`${table}_storage`).on(table).columns(['organizationId', column]).execute()
