import { type Bare, bigInteger } from '#db/migrations/table.ts'

/** When the stored report was made: `lastSeenAt` is later where the screen has had nothing new to say since. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('device_states')
    .addColumn('reportedAt', bigInteger(db), (column) => column.notNull().defaultTo(0))
    .execute()
}
