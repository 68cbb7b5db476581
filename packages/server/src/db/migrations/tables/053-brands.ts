import type { Bare } from '#db/migrations/table.ts'

/** The colors and logo for an organization's templates; '' and null when not chosen. */
export async function up(db: Bare): Promise<void> {
  for (const column of ['primaryColour', 'accentColour'])
    await db.schema
      .alterTable('organizations')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  await db.schema.alterTable('organizations').addColumn('logoId', 'text').execute()
}
