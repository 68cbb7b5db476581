import type { Bare } from '#db/migrations/table.ts'

/** Alerts by text message. */
export const up = (db: Bare): Promise<void> =>
  db.schema
    .alterTable('alert_rules')
    .addColumn('mobiles', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
