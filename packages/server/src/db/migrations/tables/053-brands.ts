import type { Bare } from '#db/migrations/table.ts'

/** The colours and the logo that an organization's templates are painted with; '' and null where none were chosen. */
export async function up(db: Bare): Promise<void> {
  for (const column of ['primaryColour', 'accentColour'])
    await db.schema
      .alterTable('organizations')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  await db.schema.alterTable('organizations').addColumn('logoId', 'text').execute()
}
