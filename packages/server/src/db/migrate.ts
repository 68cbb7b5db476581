import { type Migration, Migrator } from 'kysely/migration'
import * as accounts from './migrations/001-accounts.ts'
import * as buildings from './migrations/002-buildings.ts'
import * as devices from './migrations/003-devices.ts'
import type { Db } from './schema.ts'

/** In order, forward only. A released migration is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-buildings': buildings,
  '003-devices': devices,
}

/** Brings the database to the newest form. Several servers may start at once: one does it, the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
