import type { Bare } from '#db/migrations/table.ts'

/** Locale settings of screens: of an organization, and of a configuration that overrides it. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('organizations').addColumn('region', 'text').execute()
  await db.schema.alterTable('device_configurations').addColumn('region', 'text').execute()
}
