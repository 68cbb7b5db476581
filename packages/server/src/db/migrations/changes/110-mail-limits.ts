import { type Bare, bigInteger } from '#db/migrations/table.ts'

const LONGEST_CODE = 24 * 3_600_000

/** Whether a code was requested from a known address, and until when a message contains a secret. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('codes')
    .addColumn('known', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('outbox').addColumn('secretUntil', bigInteger(db)).execute()
  const written = await db
    .selectFrom('outbox')
    .select(['id', 'createdAt'])
    .where((where) => where.or([where('channel', '=', 'sms'), where('text', 'like', '%?code=%')]))
    .execute()
  for (const { id, createdAt } of written)
    await db
      .updateTable('outbox')
      .set({ secretUntil: Date.parse(createdAt) + LONGEST_CODE })
      .where('id', '=', id)
      .execute()
  await db.schema.createIndex('outbox_secrets').on('outbox').column('secretUntil').execute()
}
