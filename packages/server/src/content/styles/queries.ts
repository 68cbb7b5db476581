import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { STYLES_MAX, type Style, type StyleInput, type StyleUses } from '@vitrine/contract/api/content/styles'
import { hasLinks, type StyleValue } from '@vitrine/contract/document/styles'
import type { UsedBy } from '@vitrine/contract/errors'
import { ownFontId } from '@vitrine/contract/fields/own-font'
import { isRecord } from '@vitrine/contract/record'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import type { Selectable } from 'kysely'
import { byName, forgetReferences, saveReferences, usersOf } from '#base/references/queries.ts'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { drawing } from '#base/styles/queries.ts'
import { listedScreens, listedUsers, screensShowing } from '#content/media/on-screens.ts'
import { documentColumns } from '#content/pages/queries.ts'
import { saveStoredReferences } from '#content/pages/references/queries.ts'
import { deleteThumbnails } from '#content/thumbnails/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { StylesTable } from '#db/tables/styles.ts'
import { writeVersion } from '#db/versions.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { slices } from '#lib/work/slices.ts'

export async function listStyles(db: Db, organizationId: string): Promise<Style[]> {
  const rows = await db
    .selectFrom('styles')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('nameKey')
    .orderBy('id')
    .limit(STYLES_MAX)
    .execute()
  return rows.map(styleOf)
}

export async function getStyle(db: Db, id: string): Promise<Style> {
  const row = await db.selectFrom('styles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Style not found')
  return styleOf(row)
}

const styleOf = ({ value, nameKey: _, ...row }: Selectable<StylesTable>): Style => ({
  ...row,
  value: JSON.parse(value) as Style['value'],
})

export async function createStyle(
  db: Db,
  organizationId: string,
  input: StyleInput,
  now: string,
): Promise<string> {
  const id = newId()
  const dates = { version: 1, createdAt: now, updatedAt: now }
  await db
    .insertInto('styles')
    .values({ id, organizationId, kind: input.kind, ...columns(input), ...dates })
    .execute()
  await saveFont(db, organizationId, id, input.value)
  await refuseMoreRows(db, 'styles', organizationId)
  return id
}

/** Throws CONFLICT, and INVALID for another kind. */
export async function updateStyle(db: Db, style: Style, input: StyleInput, now: string): Promise<void> {
  if (input.kind !== style.kind) throw invalid({ kind: rule('invalid') })
  await lockRow(db, 'styles', style.id)
  await writeVersion(db, 'styles', { id: style.id, seen: input.version, now }, columns(input))
  await saveFont(db, style.organizationId, style.id, input.value)
}

const columns = ({ name, value }: StyleInput) => ({
  name,
  nameKey: searchKey(name),
  value: JSON.stringify(value),
})

/** Whether two styles draw the same. */
export const isSameValue = (a: Style['value'], b: Style['value']): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** A font of the organization can't be deleted while a style names it. */
export async function saveFont(db: Db, organizationId: string, id: string, value: StyleValue): Promise<void> {
  const font = isRecord(value) ? ownFontId(value.font) : undefined
  await saveReferences(db, organizationId, { kind: 'style', id }, { media: font ? [font] : [] }, 'value')
}

/** Pages with elements that are linked to a style, by name. */
export const pagesLinkedTo = async (db: Db, { id }: { id: string }): Promise<UsedBy[]> =>
  byName(await usersOf(db, 'style', [{ id }]))

/** The first of these pages, and of the screens that play them. */
export async function usesOfStyle(
  db: Db,
  { id }: { id: string },
  pages: readonly UsedBy[],
  now: number,
): Promise<StyleUses> {
  return { pages: listedUsers(pages), screens: listedScreens(await screensShowing(db, id, now)) }
}

/** Pages in memory at a time: one may have 512 kB. */
const AT_ONCE = 10

/** Pictures of pages that were taken before a style changed; lists draw the pages instead. */
export async function forgetPictures(db: Db, pages: readonly { id: string }[]): Promise<void> {
  for (const some of slices(pages, AT_ONCE * 50)) {
    const rows = await db
      .selectFrom('pages')
      .select('thumbnailId')
      .where('id', 'in', anyOf(db, some))
      .where('thumbnailId', 'is not', null)
      .execute()
    if (rows.length === 0) continue
    await db.updateTable('pages').set({ thumbnailId: null }).where('id', 'in', anyOf(db, some)).execute()
    await db.updateTable('media').set({ thumbnailId: null }).where('cardId', 'in', anyOf(db, some)).execute()
    await deleteThumbnails(
      db,
      rows.map(({ thumbnailId }) => thumbnailId),
    )
  }
}

/** Elements that were linked keep what it draws. */
export async function deleteStyle(db: Db, style: Style, pages: readonly UsedBy[]): Promise<void> {
  await lockRow(db, 'styles', style.id)
  for (const some of slices(pages, AT_ONCE)) {
    for (const { id } of some) await lockRow(db, 'pages', id)
    const rows = await db
      .selectFrom('pages')
      .select(['id', 'organizationId', 'document'])
      .where('id', 'in', anyOf(db, some))
      .execute()
    for (const row of rows) await unlink(db, row, style.id)
  }
  await forgetReferences(db, style.organizationId, [style])
  await db.deleteFrom('styles').where('id', '=', style.id).execute()
}

async function unlink(
  db: Db,
  page: { id: string; organizationId: string; document: string },
  styleId: string,
): Promise<void> {
  const stored = JSON.parse(page.document) as LayoutDocument
  const drawn = (await drawing(db, [stored]))(page.organizationId, stored)
  if (!hasLinks(drawn)) return
  const widgets = drawn.widgets.map(({ styles = {}, ...widget }) => {
    const left = Object.entries(styles).filter(([, id]) => id !== styleId)
    return left.length > 0 ? { ...widget, styles: Object.fromEntries(left) } : widget
  })
  const document = { ...drawn, widgets }
  await db.updateTable('pages').set(documentColumns(document)).where('id', '=', page.id).execute()
  await saveStoredReferences(db, [{ ...page, ...documentColumns(document) }])
}
