import type { Bare } from '#db/migrations/table.ts'

/** American spelling. What an earlier migration named stays there: it has run on every database. */
export async function up(db: Bare): Promise<void> {
  for (const name of ['primary', 'accent'])
    await db.schema.alterTable('organizations').renameColumn(`${name}Colour`, `${name}Color`).execute()
}
