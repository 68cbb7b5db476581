import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Alert rules, the problems each rule knows, and the messages sent. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'alert_rules')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('causes', 'text', (column) => column.notNull())
    .addColumn('minutes', 'integer', (column) => column.notNull())
    .addColumn('emails', 'text', (column) => column.notNull())
    .addColumn('webhook', 'text', (column) => column.notNull())
    .addColumn('quiet', 'text')
    .addColumn('weekly', 'integer', (column) => column.notNull())
    .addColumn('weeklyAt', bigInteger(db), (column) => column.notNull())
    .addColumn('checkedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('watchedSince', bigInteger(db), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('alert_rules_organization').on('alert_rules').column('organizationId').execute()
  await createTable(db, 'alert_problems')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('ruleId', 'text', (column) =>
      column.notNull().references('alert_rules.id').onDelete('cascade'),
    )
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('since', bigInteger(db), (column) => column.notNull())
    .addColumn('sentAt', bigInteger(db))
    .addColumn('endedAt', bigInteger(db))
    .addColumn('outcome', 'text')
    .addUniqueConstraint('alert_problems_once', ['ruleId', 'cause', 'subject'])
    .execute()
  await createTable(db, 'alert_messages')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('at', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('alert_messages_at')
    .on('alert_messages')
    .columns(['organizationId', 'at'])
    .execute()
}
