import { type Bare, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'buildings')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('buildings_name', ['organizationId', 'nameKey'])
    .execute()

  await createTable(db, 'floors')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('buildingId', 'text', (column) =>
      column.notNull().references('buildings.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('floors_building').on('floors').columns(['buildingId', 'position']).execute()
}
