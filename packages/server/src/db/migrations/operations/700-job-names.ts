import type { Bare } from '#db/migrations/table.ts'

const RENAMED = {
  'forget-answers': 'forget-responses',
  'forget-old-answers': 'forget-survey-answers',
  'mend-files': 'repair-files',
}

/** Jobs have clearer names, and keep their times. */
export async function up(db: Bare): Promise<void> {
  for (const [before, id] of Object.entries(RENAMED))
    await db.updateTable('jobs').set({ id }).where('id', '=', before).execute()
}
