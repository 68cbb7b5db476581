import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Manual switches that begin later. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'planned_switches')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('deviceId', 'text', (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('storyboardId', 'text', (column) => column.notNull().references('storyboards.id'))
    .addColumn('startsAt', bigInteger(db), (column) => column.notNull())
    .addColumn('end', 'text', (column) => column.notNull())
    .addColumn('until', bigInteger(db))
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('createdAt', bigInteger(db), (column) => column.notNull())
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`planned_switches_${name}`).on('planned_switches').columns(columns).execute()
  await index('device', ['deviceId', 'startsAt'])
  await index('due', ['startsAt', 'createdAt', 'id'])
  await index('organization', ['organizationId', 'startsAt'])
  await index('storyboard', ['storyboardId'])
}
