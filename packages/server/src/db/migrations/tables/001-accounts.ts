import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'organizations')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull().unique())
    .addColumn('isHome', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()

  await createTable(db, 'users')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('emailKey', 'text', (column) => column.notNull().unique())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('mobile', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('emailVerified', 'integer', (column) => column.notNull())
    .addColumn('mobileVerified', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('users_organization').on('users').columns(['organizationId', 'id']).execute()

  await createTable(db, 'sessions')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kiosk', 'integer', (column) => column.notNull())
    .addColumn('currentHash', 'text', (column) => column.notNull())
    .addColumn('previousHash', 'text')
    .addColumn('rotatedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('userId').execute()

  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()

  await createTable(db, 'licences')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('numberKey', 'text', (column) => column.notNull().unique())
    .addColumn('devicesCount', 'integer', (column) => column.notNull())
    .addColumn('expiresAt', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('licences_organization')
    .on('licences')
    .columns(['organizationId', 'id'])
    .execute()
}
