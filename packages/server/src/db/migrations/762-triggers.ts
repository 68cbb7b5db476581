import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Addresses that send a storyboard to screens. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'triggers')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('deviceGroupId', 'text', (column) => column.notNull())
    .addColumn('storyboardId', 'text', (column) => column.notNull())
    .addColumn('minutes', 'integer')
    .addColumn('allowsGet', 'integer', (column) => column.notNull())
    .addColumn('isSigned', 'integer', (column) => column.notNull())
    .addColumn('secretHash', 'text', (column) => column.notNull().unique())
    .addColumn('start', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('triggers_organization').on('triggers').column('organizationId').execute()
  for (const [name, own] of [
    ['trigger_raises', (table: ReturnType<typeof createTable>) => table.addColumn('until', bigInteger(db))],
    [
      'trigger_calls',
      (table: ReturnType<typeof createTable>) =>
        table
          .addColumn('at', bigInteger(db), (column) => column.notNull())
          .addColumn('action', 'text', (column) => column.notNull())
          .addColumn('address', 'text', (column) => column.notNull())
          .addColumn('outcome', 'text', (column) => column.notNull())
          .addColumn('messageId', 'text'),
    ],
  ] as const) {
    const table = createTable(db, name)
      .addColumn('organizationId', 'text', (column) =>
        column.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('triggerId', 'text', (column) =>
        column.notNull().references('triggers.id').onDelete('cascade'),
      )
      .addColumn('key', 'text', (column) => column.notNull())
    await own(table as never).execute()
    await db.schema.createIndex(`${name}_organization`).on(name).column('organizationId').execute()
    await db.schema.createIndex(`${name}_trigger`).on(name).columns(['triggerId', 'id']).execute()
  }
}
