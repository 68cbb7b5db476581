import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Counts and tasks of servers that share a database; both tables are empty on an embedded one. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'guesses')
    .addColumn('guess', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('isWrong', 'integer', (column) => column.notNull())
    .addColumn('at', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('guesses_key').on('guesses').columns(['key', 'at']).execute()
  await db.schema.createIndex('guesses_guess').on('guesses').column('guess').execute()
  await db.schema.createIndex('guesses_at').on('guesses').column('at').execute()
  await createTable(db, 'done_once')
    .addColumn('result', 'text')
    .addColumn('at', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('done_once_at').on('done_once').column('at').execute()
}
