import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Retired tokens, to tell a screen that it was disconnected. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'former_tokens')
    .addColumn('at', bigInteger(db), (column) => column.notNull())
    .execute()
}
