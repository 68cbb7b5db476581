// Lists of media zones that fill themselves: which files their rules find, and the pages that have them.

import { hash } from 'node:crypto'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { listedDocument, rulesOfDocument } from '@vitrine/contract/document/listed-document'
import { type FilesRule, filesKey, type ListedFile } from '@vitrine/contract/fields/files-rule'
import { pageSpans } from '@vitrine/contract/schedule/show-dates'
import { searchKey } from '@vitrine/contract/search-key'
import { matchingRows } from '#base/list.ts'
import { saveReferences } from '#base/references/queries.ts'
import { taggedWith } from '#base/tags/queries.ts'
import { foldersFrom } from '#content/media/folders.ts'
import { OF_KIND } from '#content/media/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { isoTime } from '#lib/clock.ts'
import { filesIn, type StoredLists, storedLists } from '#playback/listed-files.ts'

const DAY = 86_400_000
/** Clocks that are the furthest behind show an instant so much later than UTC does. */
const FURTHEST = 14 * 3_600_000
/** Files that are mixed: of more, the oldest. */
const MIXED_MAX = 1000
/** Where references of pages to lists lead, so that an index finds all pages with lists. */
export const ANY_LIST = '*'

/** Whether a page of the organization has a list that fills itself. */
export async function hasLists(db: Db): Promise<boolean> {
  const found = pagesWithLists(whole(db)).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

const pagesWithLists = (db: Db) =>
  db
    .selectFrom('references')
    .select('fromId as id')
    .where('toId', '=', ANY_LIST)
    .where('toKind', '=', 'list')
    .where('fromKind', '=', 'page')

/** The files that `db` finds for a rule, in its order. */
export async function filesOfRule(db: Db, rule: FilesRule, now: number): Promise<ListedFile[]> {
  const { tags, folderId, kinds, days, name, order, most } = rule
  const oldest = days === undefined ? undefined : isoTime(now - days * DAY)
  const folders = folderId === undefined ? undefined : await foldersFrom(db, folderId)
  const select = db
    .selectFrom('media')
    .select(['media.id', 'media.createdAt'])
    .where('media.cardId', 'is', null)
    .where(({ or }) => or((kinds ?? (['image', 'video'] as const)).map((kind) => OF_KIND[kind])))
    .$if(folders !== undefined, (rows) => rows.where('media.folderId', 'in', anyOf(db, folders ?? [])))
    .$if(tags !== undefined, (rows) =>
      rows.where(({ or, eb }) =>
        or((tags ?? []).map((tag) => eb('media.id', 'in', taggedWith(db, 'media', tag)))),
      ),
    )
    .$if(oldest !== undefined, (rows) => rows.where('media.createdAt', '>', oldest ?? ''))
  const { matching } = await matchingRows(db, select, 'media', searchKey(name ?? ''), { search: ['nameKey'] })
  const limited =
    order === 'mixed'
      ? matching.orderBy('media.id').limit(MIXED_MAX)
      : order === 'name'
        ? matching.orderBy('media.nameOrder').orderBy('media.id').limit(most)
        : matching.orderBy('media.createdAt', 'desc').orderBy('media.id', 'desc').limit(most)
  const found = (await limited.execute()).map(({ id, createdAt }) => ({ id, ...untilOf(createdAt, days) }))
  return order === 'mixed' ? mixed(found, filesKey(rule)).slice(0, most) : found
}

/** Screens without a connection leave out a file by this; the clocks that are furthest behind decide. */
const untilOf = (createdAt: string, days: number | undefined): Pick<ListedFile, 'until'> =>
  days === undefined
    ? {}
    : { until: isoTime(Date.parse(createdAt) + days * DAY + FURTHEST).slice(0, 'YYYY-MM-DDThh:mm'.length) }

/** By chance, but always the same for the same files. */
function mixed(files: readonly ListedFile[], key: string): ListedFile[] {
  const places = new Map(files.map(({ id }) => [id, hash('sha256', `${key} ${id}`)]))
  const placeOf = ({ id }: ListedFile) => places.get(id) ?? ''
  return files.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/**
 * Finds the files of all lists of an organization again, in the transaction of what may have changed them. Returns the
 * ids of the pages that have other files now; the caller announces them as changed content. `part`: bound to the
 * organization.
 */
export async function fillLists(part: Db, now: number): Promise<string[]> {
  const db = whole(part)
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'organizationId', 'version', 'listed'])
    .where('id', 'in', pagesWithLists(db))
    .orderBy('id')
    .execute()
  const known = new Map<string, ListedFile[]>()
  const changed: string[] = []
  for (const row of rows) {
    const before = storedLists(row.listed)
    const document = before?.version === row.version ? undefined : await documentOf(db, row.id)
    const rules = document ? rulesOfDocument(document) : (before?.rules ?? [])
    const files: StoredLists['files'] = {}
    for (const rule of rules) {
      const key = filesKey(rule)
      const found = known.get(key) ?? (await filesOfRule(db, rule, now))
      known.set(key, found)
      files[key] = found
    }
    if (!document && JSON.stringify(files) === JSON.stringify(before?.files)) continue
    await saveLists(db, row, { version: row.version, rules, files }, document)
    changed.push(row.id)
  }
  return changed
}

async function documentOf(db: Db, id: string): Promise<LayoutDocument> {
  const { document } = await db
    .selectFrom('pages')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(document) as LayoutDocument
}

async function saveLists(
  db: Db,
  { id, organizationId }: { id: string; organizationId: string },
  lists: StoredLists,
  document?: LayoutDocument,
): Promise<void> {
  const spans = pageSpans(listedDocument(document ?? (await documentOf(db, id)), filesIn(lists)))
  await db
    .updateTable('pages')
    .set({ listed: JSON.stringify(lists), shows: spans && JSON.stringify(spans) })
    .where('id', '=', id)
    .execute()
  const listed = [...new Set(Object.values(lists.files).flatMap((files) => files.map((file) => file.id)))]
  await saveReferences(db, organizationId, { kind: 'page', id }, { listed })
}
