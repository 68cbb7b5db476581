import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  // 1 from a self-registration until the email address is verified.
  await db.schema
    .alterTable('organizations')
    .addColumn('unconfirmed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await createTable(db, 'codes')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('bound', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('createdAt', bigInteger(db), (column) => column.notNull())
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('codes_hash').on('codes').column('hash').execute()
  await db.schema.createIndex('codes_subject').on('codes').columns(['kind', 'subject', 'createdAt']).execute()
  await db.schema.createIndex('codes_age').on('codes').column('createdAt').execute()

  await createTable(db, 'outbox')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('error', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('nextAt', bigInteger(db), (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('outbox_due').on('outbox').columns(['status', 'nextAt']).execute()

  // Addresses of earlier logins, hashed.
  await createTable(db, 'known_addresses')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('lastAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('known_addresses_user').on('known_addresses').column('userId').execute()

  await createTable(db, 'kiosks')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().unique().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('origins', 'text', (column) => column.notNull())
    .execute()
  await createTable(db, 'kiosk_nonces')
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .execute()
}
