import type { Bare } from './table.ts'

/** What a font file says about itself, also of earlier files. */
export async function up(db: Bare): Promise<void> {
  for (const table of ['media', 'media_versions'])
    await db.schema.alterTable(table).addColumn('face', 'text').execute()
}
