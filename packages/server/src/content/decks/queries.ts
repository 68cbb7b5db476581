import type { Deck } from '@vitrine/contract/api/content/conversions/decks'
import type { Db } from '#db/schema.ts'
import type { DeckPagesTable, DecksTable } from '#db/tables/content.ts'
import { notFound } from '#lib/errors.ts'

const answered = ({ sha256: _, duration: __, ...row }: DecksTable): Deck => row

export async function deckRow(db: Db, id: string): Promise<DecksTable> {
  const row = await db.selectFrom('decks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('PDF or slides not found')
  return row
}

export const getDeck = async (db: Db, id: string): Promise<Deck> => answered(await deckRow(db, id))

/** In order, without deleted pages. */
export const pagesOf = (db: Db, deckId: string): Promise<DeckPagesTable[]> =>
  db.selectFrom('deck_pages').selectAll().where('deckId', '=', deckId).orderBy('page').execute()
