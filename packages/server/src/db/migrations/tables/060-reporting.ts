import { randomInt } from 'node:crypto'
import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  // Details of a report that lists don't show, as JSON.
  await db.schema
    .alterTable('device_states')
    .addColumn('detail', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()

  await db.schema
    .alterTable('devices')
    .addColumn('pin', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  const devices: { id: string }[] = await db.selectFrom('devices').select('id').execute()
  for (const { id } of devices)
    await db
      .updateTable('devices')
      .set({ pin: String(randomInt(1_000_000)).padStart(6, '0') })
      .where('id', '=', id)
      .execute()

  // Written in batches, separate from what people saved, like screen states.
  await createTable(db, 'plays')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('deviceId', 'text', (column) => column.notNull())
    .addColumn('deviceName', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('storyboardId', 'text', (column) => column.notNull())
    .addColumn('pageId', 'text', (column) => column.notNull())
    .addColumn('mediaId', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('startedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('endedAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('plays_organization')
    .on('plays')
    .columns(['organizationId', 'startedAt', 'id'])
    .execute()
  await db.schema.createIndex('plays_device').on('plays').columns(['deviceId', 'startedAt', 'id']).execute()
  await db.schema.createIndex('plays_started').on('plays').columns(['startedAt', 'id']).execute()

  await createTable(db, 'pictures')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('takenAt', bigInteger(db), (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('mimetype', 'text', (column) => column.notNull())
    .addColumn('image', 'text', (column) => column.notNull())
    .addColumn('partial', 'integer', (column) => column.notNull())
    .execute()

  await createTable(db, 'takeovers')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('tone', 'text', (column) => column.notNull())
    .addColumn('storyboardId', 'text')
    .addColumn('targets', 'text', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('startedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('endsAt', bigInteger(db), (column) => column.notNull())
    .addColumn('clearedBy', 'text')
    .addColumn('clearedAt', bigInteger(db))
    .execute()
  await db.schema
    .createIndex('takeovers_organization')
    .on('takeovers')
    .columns(['organizationId', 'endsAt', 'id'])
    .execute()
}
