import { sql } from 'kysely'
import { type Bare, bigInteger } from '#db/migrations/table.ts'

/** Reports by email about days and months as well as weeks, as a page with pictures and files. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('alert_rules').addColumn('report', 'text').execute()
  await db.schema
    .alterTable('alert_rules')
    .addColumn('reportAt', bigInteger(db), (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update alert_rules set "reportAt" = "weeklyAt"`.execute(db)
  await sql`update alert_rules set report = '{"every":"week","timezone":"Etc/GMT"}' where weekly = 1`.execute(
    db,
  )
  await sql`update alert_messages set kind = 'report' where kind = 'weekly'`.execute(db)
  for (const column of ['weekly', 'weeklyAt'])
    await db.schema.alterTable('alert_rules').dropColumn(column).execute()
  await db.schema.alterTable('outbox').addColumn('rich', 'text').execute()
}
