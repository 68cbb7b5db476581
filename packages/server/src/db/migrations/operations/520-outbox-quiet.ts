import type { Bare } from '#db/migrations/table.ts'

/** Quiet hours of alerts that wait in the outbox. */
export const up = (db: Bare): Promise<void> =>
  db.schema.alterTable('outbox').addColumn('quiet', 'text').execute()
