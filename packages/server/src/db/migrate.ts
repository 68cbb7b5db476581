import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isPostgres } from './database.ts'
import * as accounts from './migrations/001-accounts.ts'
import * as buildings from './migrations/002-buildings.ts'
import * as devices from './migrations/003-devices.ts'
import * as media from './migrations/004-media.ts'
import * as pages from './migrations/005-pages.ts'
import * as publishing from './migrations/006-publishing.ts'
import * as accountsByMail from './migrations/020-accounts-by-mail.ts'
import * as cases from './migrations/030-cases.ts'
import * as deviceConfigurations from './migrations/031-device-configurations.ts'
import type { Db } from './schema.ts'

/** In order, forward only. A released migration is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-buildings': buildings,
  '003-devices': devices,
  '004-media': media,
  '005-pages': pages,
  '006-publishing': publishing,
  '020-accounts-by-mail': accountsByMail,
  '030-cases': cases,
  '031-device-configurations': deviceConfigurations,
}

/** Brings the database to the newest form. Several servers may start at once: one does it, the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    // Unnamed, the migrator would take another schema's tables of the same database for its own.
    ...(isPostgres(db) && { migrationTableSchema: await currentSchema(db) }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
