import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { accounts } from './baseline/accounts.ts'
import { base } from './baseline/base.ts'
import { data } from './baseline/data.ts'
import { decks } from './baseline/decks.ts'
import { media } from './baseline/media.ts'
import { operations } from './baseline/operations.ts'
import { pages } from './baseline/pages.ts'
import { places } from './baseline/places.ts'
import { playRows, plays } from './baseline/plays.ts'
import { screens } from './baseline/screens.ts'
import { indexNames } from './indexed-names.ts'
import { type Bare, runStatements } from './table.ts'

/** Every table as version 0.3.0 left it, in an order in which tables follow those they refer to. */
export async function up(db: Bare): Promise<void> {
  for (const room of [accounts, data, media, pages, decks, places, screens, operations, base, plays])
    await runStatements(db, room)
  await runStatements(db, playRows(isPostgres(db as Db)))
  await indexNames(db, 'media')
  // No play has a number yet.
  await db.insertInto('server_marks').values({ id: 'play-numbers', at: 0, text: null }).execute()
  // Concurrent claims whose organization was checked immediately, and which then locked its row, deadlocked.
  if (isPostgres(db as Db))
    await runStatements(
      db,
      'alter table given_answers alter constraint "given_answers_organizationId_fkey" deferrable initially deferred',
    )
}
