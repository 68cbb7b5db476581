import { type Bare, bigInteger } from '#db/migrations/table.ts'

/**
 * The last `activateAt` that the server's clock has reached: settled schedules stay settled if the clock is set back.
 */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('device_groups').addColumn('settledAt', bigInteger(db)).execute()
}
