import type { UsedBy } from '@vitrine/contract/errors'
import type { References } from '#base/references/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import { inUse } from '#lib/errors.ts'
import { readPage, refuseUnknownMedia } from './document.ts'
import type { Page, PageInput, PageKind } from './queries.ts'

const WORDS = {
  card: { errKey: 'USED_IN_STORYBOARD', name: 'card' },
  layout: { errKey: 'LAYOUT_IN_USE', name: 'layout' },
} as const

export async function checkedReferences(db: Db, input: PageInput, stored?: Page): Promise<References> {
  const { read, references } = readPage(input, stored)
  const wanted = (references.media ?? []).map((id) => ({ id }))
  const known = wanted.length
    ? await shown(db)
        .selectFrom('media')
        .select(['id', 'mimetype'])
        .where('id', 'in', anyOf(db, wanted))
        .execute()
    : []
  refuseUnknownMedia(read, new Map(known.map(({ id, mimetype }) => [id, mimetype])))
  return references
}

/** Refuses to resize or delete a page that something shows. */
export function refuseInUse(kind: PageKind, users: readonly UsedBy[]): void {
  const { errKey, name } = WORDS[kind]
  const [first] = users
  if (first) throw inUse(errKey, `The ${first.kind} ${first.name} shows this ${name}`, users)
}
