import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'device_groups')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('programme', 'text', (column) => column.notNull())
    .addColumn('nextProgramme', 'text')
    .addColumn('activateAt', bigInteger(db))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('device_groups_name', ['organizationId', 'nameKey'])
    .execute()

  await createTable(db, 'devices')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('type', 'integer', (column) => column.notNull())
    .addColumn('screenSize', 'integer', (column) => column.notNull())
    .addColumn('licenceId', 'text', (column) => column.references('licences.id'))
    .addColumn('deviceGroupId', 'text', (column) =>
      column.references('device_groups.id').onDelete('set null'),
    )
    .addColumn('floorId', 'text', (column) => column.references('floors.id'))
    .addColumn('overrideStoryboardId', 'text')
    .addColumn('overrideSince', bigInteger(db))
    .addColumn('tokenHash', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('devices_organization')
    .on('devices')
    .columns(['organizationId', 'nameKey', 'id'])
    .execute()
  await db.schema.createIndex('devices_group').on('devices').columns(['deviceGroupId', 'id']).execute()
  await db.schema.createIndex('devices_floor').on('devices').column('floorId').execute()
  await db.schema.createIndex('devices_licence').on('devices').column('licenceId').execute()

  // Reports of screens. Written in batches, separate from what people saved: a crash may lose seconds of them.
  await createTable(db, 'device_states')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('screen', 'text', (column) => column.notNull())
    .addColumn('playing', 'text')
    .addColumn('heldGroup', 'text', (column) => column.notNull())
    .addColumn('heldDevice', 'text', (column) => column.notNull())
    .addColumn('shownGroup', 'text', (column) => column.notNull())
    .addColumn('shownDevice', 'text', (column) => column.notNull())
    .addColumn('download', 'text', (column) => column.notNull())
    .addColumn('errors', 'text', (column) => column.notNull())
    .addColumn('lastSeenAt', bigInteger(db), (column) => column.notNull())
    .execute()
}
