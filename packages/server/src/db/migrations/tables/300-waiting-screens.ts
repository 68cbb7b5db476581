import type { Bare } from '#db/migrations/table.ts'

/** How a console recognizes a waiting screen: the hint of the link that opened it, and its network. */
export async function up(db: Bare): Promise<void> {
  for (const column of ['hint', 'network']) {
    await db.schema.alterTable('pairings').addColumn(column, 'text').execute()
    await db.schema.createIndex(`pairings_${column}`).on('pairings').column(column).execute()
  }
}
