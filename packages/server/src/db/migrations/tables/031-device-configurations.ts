import { type Bare, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'device_configurations')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('type', 'integer', (column) => column.notNull())
    .addColumn('screenSize', 'integer', (column) => column.notNull())
    .addColumn('orientation', 'integer', (column) => column.notNull())
    .addColumn('volume', 'integer', (column) => column.notNull())
    .addColumn('hours', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('device_configurations_name', ['organizationId', 'nameKey'])
    .execute()

  // The id is that of the device or the group, so that each has one configuration at most.
  await createTable(db, 'configuration_uses')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('configurationId', 'text', (column) =>
      column.notNull().references('device_configurations.id').onDelete('cascade'),
    )
    .addColumn('deviceId', 'text', (column) => column.references('devices.id').onDelete('cascade'))
    .addColumn('deviceGroupId', 'text', (column) => column.references('device_groups.id').onDelete('cascade'))
    .execute()
  for (const column of ['configurationId', 'deviceId', 'deviceGroupId'])
    await db.schema
      .createIndex(`configuration_uses_${column}`)
      .on('configuration_uses')
      .column(column)
      .execute()
}
