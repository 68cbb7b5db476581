// Which entries of media zones play on some screens only.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { entryRules } from '@vitrine/contract/schedule/entry-rules'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { partsOf, withParts } from '#base/parts/queries.ts'
import { RULED } from '#base/references/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { slices } from '#lib/work/slices.ts'

/** Pages in memory at a time: one may have 512 kB. */
const AT_ONCE = 20

const rowsOf = (ids: Iterable<string>) => [...ids].map((id) => ({ id }))

/** The saved documents of pages that have entries with rules, with their parts, some at a time. */
export async function* ruledPages(db: Db, pages: readonly { id: string }[]) {
  const ruled = await db
    .selectFrom('references')
    .select('fromId as id')
    .where('fromKind', '=', 'page')
    .where('toKind', '=', 'place')
    .where('toId', '=', RULED)
    .where('fromId', 'in', anyOf(db, pages))
    .execute()
  for (const some of slices(ruled, AT_ONCE)) {
    const rows = await db
      .selectFrom('pages')
      .select(['id', 'organizationId', 'document'])
      .where('id', 'in', anyOf(db, some))
      .execute()
    const documents = rows.map(({ document }) => JSON.parse(document) as LayoutDocument)
    const parts = await partsOf(db, documents)
    yield rows.flatMap(({ id, organizationId }, index) => {
      const document = documents[index]
      return document ? [{ id, document: withParts(document, parts(organizationId)) }] : []
    })
  }
}

/** The rules of entries that decide what pages show, those of cards in their zones too; pages without any are missing. */
export async function entryRulesOf(db: Db, pageIds: ReadonlySet<string>): Promise<Map<string, ScreenRule[]>> {
  const found = new Map<string, ScreenRule[]>()
  const shows = await cardsOf(db, pageIds)
  const known = new Map<string, readonly ScreenRule[]>()
  for await (const pages of ruledPages(db, rowsOf(new Set([...shows.values()].flatMap((ids) => [...ids])))))
    for (const { id, document } of pages) known.set(id, entryRules(document))
  for (const [id, ids] of shows) {
    const rules = [...ids].sort().flatMap((each) => known.get(each) ?? [])
    if (rules.length > 0) found.set(id, rules)
  }
  return found
}

/** Pages with the cards that their zones show, and those in theirs. */
async function cardsOf(db: Db, pageIds: ReadonlySet<string>): Promise<Map<string, Set<string>>> {
  const next = new Map<string, string[]>()
  for (let waiting = [...pageIds]; waiting.length > 0; ) {
    for (const id of waiting) next.set(id, [])
    const rows = await whole(db)
      .selectFrom('references')
      .innerJoin('media', 'media.id', 'references.toId')
      .select(['references.fromId', 'media.cardId'])
      .where('references.toKind', '=', 'media')
      .where('media.cardId', 'is not', null)
      .where('references.fromId', 'in', anyOf(db, rowsOf(waiting)))
      .execute()
    for (const { fromId, cardId } of rows) if (cardId !== null) next.get(fromId)?.push(cardId)
    waiting = [...new Set(rows.flatMap(({ cardId }) => cardId ?? []))].filter((id) => !next.has(id))
  }
  return new Map(
    [...pageIds].map((id) => {
      const shown = new Set([id])
      for (const each of shown) for (const card of next.get(each) ?? []) shown.add(card)
      return [id, shown]
    }),
  )
}
