import { type Bare, createTable } from '#db/migrations/table.ts'

/** A floor's plan, a picture of the media library, and where its screens are on it. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('floors').addColumn('planId', 'text').execute()
  await createTable(db, 'floor_places')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('deviceId', 'text', (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('floorId', 'text', (column) => column.notNull().references('floors.id').onDelete('cascade'))
    .addColumn('x', 'integer', (column) => column.notNull())
    .addColumn('y', 'integer', (column) => column.notNull())
    .addColumn('facing', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('floor_places_floor').on('floor_places').column('floorId').execute()
}
