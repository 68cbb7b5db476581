import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { type ReadDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { rulesOfDocument } from '@vitrine/contract/document/listed-document'
import { partsIn } from '@vitrine/contract/document/part-use'
import type { UsedBy } from '@vitrine/contract/errors'
import { filesKey } from '@vitrine/contract/fields/files-rule'
import { entryRules } from '@vitrine/contract/schedule/entry-rules'
import { placesIn } from '@vitrine/contract/schedule/screen-rule'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { partsOf, withParts } from '#base/parts/queries.ts'
import { type References, refuseOtherPlaces } from '#base/references/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { hasFolders, shown } from '#db/scoped.ts'
import { inUse } from '#lib/errors.ts'
import {
  entryRulesOf,
  filesRulesOf,
  free,
  readPage,
  referencesIn,
  refuseLists,
  refuseUnknownMedia,
} from './document.ts'
import type { Page, PageInput, PageKind } from './queries.ts'
import { knownParts, lockParts, refuseUses } from './uses/queries.ts'

const WORDS = {
  card: { errKey: 'USED_IN_STORYBOARD', name: 'card' },
  layout: { errKey: 'LAYOUT_IN_USE', name: 'layout' },
  part: { errKey: 'PART_IN_USE', name: 'part' },
} as const

/** What a page references, and as what it is drawn: with its parts, which can't change until the transaction ends. */
interface Checked {
  references: References
  shown: LayoutDocument
}

export async function checkedReferences(
  db: Db,
  organizationId: string,
  input: PageInput,
  stored?: Page,
): Promise<Checked> {
  const { read: own, references: direct } = readPage(input, stored)
  await lockParts(db, input)
  const parts = (await partsOf(db, [input]))(organizationId)
  refuseUses(input, parts, stored)
  const drawn = withParts(input, parts)
  const read = drawn === input ? own : free(readDocument(drawn, WIDGET_FIELDS))
  const used = await knownParts(db, organizationId, partsIn(input.widgets))
  const references = { ...(drawn === input ? direct : referencesIn(read)), part: used }
  const wanted = (references.media ?? []).map((id) => ({ id }))
  const known = wanted.length
    ? await shown(db)
        .selectFrom('media')
        .select(['id', 'mimetype'])
        .where('id', 'in', anyOf(db, wanted))
        .execute()
    : []
  refuseUnknownMedia(read, new Map(known.map(({ id, mimetype }) => [id, mimetype])))
  refuseListsOfParts(own, read)
  await refuseOtherLists(db, own, stored)
  await refuseNewPlaces(db, read, stored)
  return { references, shown: drawn }
}

/** Throws INVALID for lists in values of parts: what fills lists reads those of the page itself. */
function refuseListsOfParts(own: ReadDocument, shown: ReadDocument): void {
  const known = new Set(filesRulesOf(own).map(filesKey))
  refuseLists(shown, (rule) => known.has(filesKey(rule)))
}

/**
 * Throws INVALID for new lists of folders that the caller doesn't find, and, from callers whose rights hold for some folders,
 * for new lists of the whole library: a page would show what they don't reach.
 */
async function refuseOtherLists(db: Db, read: ReadDocument, stored?: Page): Promise<void> {
  const old = new Set((stored ? rulesOfDocument(stored) : []).map(filesKey))
  const fresh = filesRulesOf(read).filter((rule) => !old.has(filesKey(rule)))
  if (fresh.length === 0) return
  const wanted = [...new Set(fresh.flatMap(({ folderId }) => folderId ?? []))].map((id) => ({ id }))
  const rows = await db.selectFrom('folders').select('id').where('id', 'in', anyOf(db, wanted)).execute()
  const found = new Set(rows.map(({ id }) => id))
  const isLimited = hasFolders(db)
  refuseLists(
    read,
    (rule) =>
      old.has(filesKey(rule)) || (rule.folderId === undefined ? !isLimited : found.has(rule.folderId)),
  )
}

/** Throws INVALID for new rules of entries that name a building or a floor that the caller doesn't find. */
async function refuseNewPlaces(db: Db, read: ReadDocument, stored?: Page): Promise<void> {
  const old = new Set(stored ? entryRules(stored).flatMap(placesIn) : [])
  const fresh = (ids: string[] = []) => ids.filter((id) => !old.has(id))
  await refuseOtherPlaces(
    db,
    entryRulesOf(read).map(({ path, rule: { inPlaces, notInPlaces } }) => ({
      path,
      rule: { inPlaces: fresh(inPlaces), notInPlaces: fresh(notInPlaces) },
    })),
  )
}

/** Refuses to resize or delete a page that something shows. */
export function refuseInUse(kind: PageKind, users: readonly UsedBy[]): void {
  const { errKey, name } = WORDS[kind]
  const [first] = users
  if (first) throw inUse(errKey, `The ${first.kind} ${first.name} shows this ${name}`, users)
}
