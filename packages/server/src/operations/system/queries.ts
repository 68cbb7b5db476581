import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { COMMIT } from '#lib/commit.ts'
import type { Settings } from '#lib/env.ts'

export interface SystemFacts {
  version: string
  commit: string
  node: string
  platform: string
  database: { kind: 'sqlite' | 'postgresql'; version: string; bytes: number }
  files: { kind: 'folder' | 's3'; bytes: number }
}

/** Facts about the installation and its size. Sizes come from the database, so it reads no files. */
export async function systemFacts(db: Db, { S3_BUCKET }: Pick<Settings, 'S3_BUCKET'>): Promise<SystemFacts> {
  const query = isPostgres(db)
    ? sql<Row>`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
    : sql<Row>`select sqlite_version() as version, page_count * page_size as bytes
        from pragma_page_count, pragma_page_size`
  const { rows } = await query.execute(db)
  const media = await db
    .selectFrom('media')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirst()
  return {
    version: PRODUCT_VERSION,
    commit: COMMIT,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    database: {
      kind: isPostgres(db) ? 'postgresql' : 'sqlite',
      version: rows[0]?.version ?? '',
      bytes: Number(rows[0]?.bytes ?? 0),
    },
    files: { kind: S3_BUCKET ? 's3' : 'folder', bytes: Number(media?.bytes ?? 0) },
  }
}

interface Row {
  version: string
  bytes: number
}
