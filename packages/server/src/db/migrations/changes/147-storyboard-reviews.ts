import type { Bare } from '#db/migrations/table.ts'

/** Who last saved a storyboard, and the review's decision. */
export async function up(db: Bare): Promise<void> {
  for (const column of ['savedBy', 'savedAt', 'decision', 'decidedBy', 'decidedAt', 'decisionNote'])
    await db.schema.alterTable('storyboards').addColumn(column, 'text').execute()
}
