import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Addresses that get events, and their last deliveries. */
export async function up(db: Bare): Promise<void> {
  const integer = bigInteger(db)
  await createTable(db, 'webhooks')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('topics', 'text', (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('playedHour', 'integer', (column) => column.notNull())
    .addColumn('pausedAt', integer)
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('webhooks_organization').on('webhooks').column('organizationId').execute()
  await createTable(db, 'webhook_deliveries')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('webhookId', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_webhook')
    .on('webhook_deliveries')
    .columns(['webhookId', 'id'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_organization')
    .on('webhook_deliveries')
    .column('organizationId')
    .execute()
}
