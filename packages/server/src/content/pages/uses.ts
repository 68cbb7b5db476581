import type { UsedBy } from '@vitrine/contract/errors'
import { saveMediaUses } from '#base/uses/queries.ts'
import { saveSourceUses } from '#base/uses/source-uses.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { inUse } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { saveActionUses } from './actions/queries.ts'
import { type PageUses, readPage, refuseUnknownMedia } from './document.ts'
import type { Page, PageInput, PageKind } from './queries.ts'

const WORDS = {
  card: { errKey: 'USED_IN_STORYBOARD', name: 'card' },
  layout: { errKey: 'LAYOUT_IN_USE', name: 'layout' },
} as const

export async function checkedUses(db: Db, input: PageInput, stored?: Page): Promise<PageUses> {
  const { read, uses } = readPage(input, stored)
  const wanted = uses.media.map((id) => ({ id }))
  const known = wanted.length
    ? await db.selectFrom('media').select('id').where('id', 'in', anyOf(db, wanted)).execute()
    : []
  refuseUnknownMedia(read, new Set(known.map((row) => row.id)))
  return uses
}

/** Refuses to resize or delete a page that a storyboard shows. `players`: other users. */
export async function refuseInUse(
  db: Db,
  kind: PageKind,
  id: string,
  players: readonly UsedBy[] = [],
): Promise<void> {
  const used = await db
    .selectFrom('page_uses')
    .innerJoin('storyboards', 'storyboards.id', 'page_uses.storyboardId')
    .select(['storyboards.id', 'storyboards.name', 'storyboards.type'])
    .where('page_uses.pageId', '=', id)
    .orderBy('storyboards.nameKey')
    .orderBy('storyboards.id')
    .execute()
  const { errKey, name } = WORDS[kind]
  const uses = [...used.map((storyboard) => ({ kind: 'storyboard' as const, ...storyboard })), ...players]
  const [first] = uses
  if (first) throw inUse(errKey, `The ${first.kind} ${first.name} shows this ${name}`, uses)
}

export async function saveUses(
  db: Db,
  kind: PageKind,
  organizationId: string,
  pageId: string,
  uses: PageUses,
): Promise<void> {
  await saveMediaUses(db, organizationId, { kind, id: pageId }, uses.media)
  await saveSourceUses(db, organizationId, { kind, id: pageId }, uses.sources)
  await db.deleteFrom('storyboard_uses').where('pageId', '=', pageId).execute()
  const storyboards = uses.storyboards.map((storyboardId) => ({
    id: newId(),
    organizationId,
    pageId,
    storyboardId,
  }))
  if (storyboards.length) await db.insertInto('storyboard_uses').values(storyboards).execute()
  await saveActionUses(db, { id: pageId, organizationId }, uses.loaded)
}
