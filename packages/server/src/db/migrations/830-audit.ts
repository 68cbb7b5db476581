import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** What each call did, chained by hashes. */
export async function up(db: Bare): Promise<void> {
  const integer = bigInteger(db)
  const owned = (name: string) =>
    createTable(db, name).addColumn('organizationId', 'text', (column) =>
      column.references('organizations.id').onDelete('cascade'),
    )
  await owned('audit_entries')
    .addColumn('chain', 'text', (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('actorKind', 'text', (column) => column.notNull())
    .addColumn('actorId', 'text')
    .addColumn('actorName', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('verb', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('thingId', 'text')
    .addColumn('thingName', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('more', 'integer', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('searched', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('audit_entries_number')
    .unique()
    .on('audit_entries')
    .columns(['chain', 'number'])
    .execute()
  await db.schema
    .createIndex('audit_entries_thing')
    .on('audit_entries')
    .columns(['thingId', 'number'])
    .execute()
  await db.schema.createIndex('audit_entries_owner').on('audit_entries').column('organizationId').execute()
  await owned('audit_things')
    .addColumn('entryId', 'text', (column) =>
      column.notNull().references('audit_entries.id').onDelete('cascade'),
    )
    .addColumn('thingId', 'text', (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('audit_things_thing')
    .on('audit_things')
    .columns(['thingId', 'number'])
    .execute()
  await db.schema.createIndex('audit_things_entry').on('audit_things').column('entryId').execute()
  await db.schema.createIndex('audit_things_owner').on('audit_things').column('organizationId').execute()
  await owned('audit_chains')
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('prunedNumber', integer, (column) => column.notNull())
    .addColumn('prunedHash', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_chains_owner').on('audit_chains').column('organizationId').execute()
}
