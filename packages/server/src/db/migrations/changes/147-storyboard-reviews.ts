import type { Bare } from '#db/migrations/table.ts'

/** Who saved a storyboard last, and what was decided about it. */
export async function up(db: Bare): Promise<void> {
  for (const column of ['savedBy', 'savedAt', 'decision', 'decidedBy', 'decidedAt', 'decisionNote'])
    await db.schema.alterTable('storyboards').addColumn(column, 'text').execute()
}
