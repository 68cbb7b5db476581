import type { Bare } from './table.ts'

/** Pages and storyboards that were made to play something else; `madeFor` is its id, until a person edits them. */
export async function up(db: Bare): Promise<void> {
  for (const table of ['pages', 'storyboards']) {
    await db.schema.alterTable(table).addColumn('madeFor', 'text').execute()
    await db.schema
      .createIndex(`${table}_made`)
      .on(table)
      .column('madeFor')
      .where('madeFor', 'is not', null)
      .execute()
  }
}
