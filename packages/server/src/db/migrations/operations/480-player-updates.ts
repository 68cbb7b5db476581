import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Rollouts of newer players to the screens of each organization. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'player_updates')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('build', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('canaries', 'integer', (column) => column.notNull())
    .addColumn('startedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('activeAt', bigInteger(db), (column) => column.notNull())
    .addColumn('stoppedAt', bigInteger(db))
    .addColumn('decidedBy', 'text')
    .addColumn('checkedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('watchedSince', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('player_updates_build')
    .on('player_updates')
    .columns(['organizationId', 'build'])
    .unique()
    .execute()
  await createTable(db, 'screen_updates')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('updateId', 'text', (column) =>
      column.notNull().references('player_updates.id').onDelete('cascade'),
    )
    .addColumn('deviceId', 'text', (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('why', 'text')
    .addColumn('allowedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('bootId', 'text', (column) => column.notNull())
    .addColumn('seenAt', bigInteger(db))
    .addColumn('blankAt', bigInteger(db))
    .addColumn('changedAt', bigInteger(db), (column) => column.notNull())
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`screen_updates_${name}`).on('screen_updates').columns(columns)
  await index('screen', ['updateId', 'deviceId']).unique().execute()
  await index('device', ['deviceId']).execute()
  await index('status', ['status', 'updateId']).execute()
  await index('organization', ['organizationId']).execute()
}
