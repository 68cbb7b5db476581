import { pageSpans } from '@vitrine/contract/schedule/show-dates'
import type { Bare } from '#db/migrations/table.ts'

/** Rows with documents per query. */
const AT_ONCE = 50

/**
 * Pages without anything to show never play, and a background always shows. Computed as when they are saved, because
 * screens compute it from the same documents.
 */
export async function up(db: Bare): Promise<void> {
  for (let after = ''; ; ) {
    const rows = (await db
      .selectFrom('pages')
      .select(['id', 'document', 'shows'])
      .where('id', '>', after)
      .where(({ eb, or }) =>
        or(['%"type":"media-looper"%', '%"widgets":[]%'].map((part) => eb('document', 'like', part))),
      )
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()) as { id: string; document: string; shows: string | null }[]
    for (const row of rows) {
      const spans = pageSpans(JSON.parse(row.document))
      const shows = spans && JSON.stringify(spans)
      if (shows !== row.shows) await db.updateTable('pages').set({ shows }).where('id', '=', row.id).execute()
    }
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? ''
  }
}
