import { type Bare, bigInteger } from '#db/migrations/table.ts'

/** Time of the stored report: `lastSeenAt` is later if the screen has sent only heartbeats since. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('device_states')
    .addColumn('reportedAt', bigInteger(db), (column) => column.notNull().defaultTo(0))
    .execute()
}
