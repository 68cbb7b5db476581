import { type Impact, MISSING_NAMED } from '@vitrine/contract/api/base/impact'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { type NamedField, screenFieldsIn } from '@vitrine/contract/document/screen-values'
import { entryRules } from '@vitrine/contract/schedule/entry-rules'
import { playsThere } from '@vitrine/contract/schedule/show-dates'
import { searchKey } from '@vitrine/contract/search-key'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Context } from '#base/handler.ts'
import { partsOf, withParts } from '#base/parts/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { impactOf, type Plays, readPlays } from '#playback/impact/impact.ts'
import { includingAny } from '#playback/including.ts'
import { storyboardsOf } from '#playback/schedules/group-schedules.ts'
import { valuesOf } from '#playback/values.ts'
import { boundTexts } from './document.ts'
import { misfitsOf } from './misfits.ts'
import { getPage, type Page, type PageKind } from './queries.ts'

/** The fields that screens show, by the pages that they can play. `db` is bound to the organization. `only`: of one page. */
export async function fieldsOfScreens(
  db: Db,
  { schedules, items, screens, traits }: Plays,
  only?: string,
): Promise<Map<string, NamedField[]>> {
  const played = new Map(
    [...schedules].map(([id, schedule]) => [
      id,
      storyboardsOf(schedule).flatMap((storyboardId) =>
        (items.get(storyboardId)?.items ?? []).filter(({ pageId }) => only === undefined || pageId === only),
      ),
    ]),
  )
  const named = await fieldsOfPages(db, new Set([...played.values()].flat().map(({ pageId }) => pageId)))
  if (named.size === 0) return new Map()
  return new Map(
    screens.map(({ id, deviceGroupId }) => [
      id,
      (played.get(deviceGroupId ?? '') ?? []).flatMap((item) =>
        playsThere(item, traits.get(id)) ? (named.get(item.pageId) ?? []) : [],
      ),
    ]),
  )
}

/**
 * On how many screens nothing would be in place of a value, because pages that they play show a field that they have no value
 * of.
 */
export async function missingOf(db: Db, plays: Plays, only?: string): Promise<Impact['missing']> {
  const shown = await fieldsOfScreens(db, plays, only)
  if (shown.size === 0) return []
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'organizationId', 'floorId'])
    .where('id', 'in', anyOf(db, plays.screens))
    .execute()
  const values = await valuesOf(db, rows)
  const fields = await db.selectFrom('screen_fields').select(['name', 'nameKey']).execute()
  const names = new Map(fields.map(({ name, nameKey }) => [nameKey, name]))
  const missing = new Map<string, Set<string>>()
  for (const [id, named] of shown) {
    const has = new Set((values.get(id) ?? []).map(({ name }) => searchKey(name)))
    for (const { keys, hasFallback } of named) {
      if (hasFallback || keys.some((key) => has.has(key))) continue
      const name = keys.flatMap((key) => names.get(key) ?? [])[0] ?? keys.at(-1) ?? ''
      missing.set(name, (missing.get(name) ?? new Set()).add(id))
    }
  }
  return [...missing]
    .map(([name, ids]) => ({ name, screens: ids.size }))
    .sort((a, b) => b.screens - a.screens || (a.name < b.name ? -1 : 1))
    .slice(0, MISSING_NAMED)
}

/** What the screens that can play a page play; `db` is bound to its organization. */
async function playsOfPage(db: Db, pageId: string, now: number): Promise<Plays> {
  const storyboards = await db
    .selectFrom('references')
    .select('fromId as id')
    .where('toId', '=', pageId)
    .where('fromKind', '=', 'storyboard')
    .execute()
  const ids = storyboards.map(({ id }) => id)
  const outer = [...(await includingAny(db, ids))].map((id) => ({ id }))
  const groups = await db
    .selectFrom('references')
    .select('fromId')
    .distinct()
    .where('toId', 'in', anyOf(db, outer))
    .where('fromKind', '=', 'device-group')
    .execute()
  return readPlays(db, { groupIds: groups.map(({ fromId }) => fromId) }, now)
}

/** The same before its save. Throws NOT_FOUND. */
export async function playsBefore(
  { db, tenantDb, clock }: Pick<Context, 'db' | 'tenantDb' | 'clock'>,
  kind: PageKind,
  id: string,
): Promise<Plays> {
  const { organizationId } = await getPage(db, kind, id)
  return playsOfPage(tenantDb(organizationId), id, clock.now())
}

/** What saving a page changes: screens that play it show the new version. `rules`: of its entries. */
export async function impactOfPage(
  db: Db,
  { id: pageId, config }: Pick<Page, 'id' | 'config'>,
  before: Plays,
  now: number,
): Promise<Impact> {
  const plays = await playsOfPage(db, pageId, now)
  const rules = entryRules({ config })
  const { nothing, unsure, ...matching } = await impactOf(db, { before, after: plays, rules }, now)
  const changed = plays.screens.filter(({ id, deviceGroupId }) => {
    const schedule = plays.schedules.get(deviceGroupId ?? '')
    const items = schedule
      ? storyboardsOf(schedule).flatMap((each) => plays.items.get(each)?.items ?? [])
      : []
    return items.some((item) => item.pageId === pageId && playsThere(item, plays.traits.get(id)))
  })
  const misfits = await misfitsOf(db, plays, { pageId })
  return {
    ...impactOn(plays, changed),
    ...{ nothing, unsure, rules: matching.rules, unknownTags: matching.unknownTags },
    ...(rules.length > 0 && { screens: matching.screens }),
    missing: await missingOf(db, plays, pageId),
    ...(misfits.length > 0 && { misfits }),
  }
}

/** A change of what the pages of some screens show, and of nothing else. */
export const impactOn = (
  { screens, traits }: Pick<Plays, 'screens' | 'traits'>,
  changed: readonly { id: string }[],
): Omit<Impact, 'missing'> => ({
  screens: screens.length,
  changes: changed.length,
  buildings: new Set(changed.flatMap(({ id }) => traits.get(id)?.places[1] ?? [])).size,
  nothing: null,
  unsure: 0,
  rules: [],
  unknownTags: [],
  examples: [],
})

/** The fields that pages show: in their texts, and in the packages and addresses of their media. */
async function fieldsOfPages(db: Db, pageIds: ReadonlySet<string>): Promise<Map<string, NamedField[]>> {
  const found = new Map<string, NamedField[]>()
  const add = (pageId: string, value: unknown) =>
    found.set(pageId, [...(found.get(pageId) ?? []), ...screenFieldsIn(value)])
  const shown = await db
    .selectFrom('references')
    .select(['fromId', 'toId'])
    .where('toKind', '=', 'media')
    .where(
      'fromId',
      'in',
      anyOf(
        db,
        [...pageIds].map((id) => ({ id })),
      ),
    )
    .execute()
  const owners = [...pageIds, ...shown.map(({ toId }) => toId)].map((id) => ({ id }))
  const naming = await db
    .selectFrom('references')
    .select('fromId')
    .distinct()
    .where('toKind', '=', 'screen-field')
    .where('fromId', 'in', anyOf(db, owners))
    .execute()
  if (naming.length === 0) return found
  const ids = anyOf(
    db,
    naming.map(({ fromId }) => ({ id: fromId })),
  )
  const pages = await db
    .selectFrom('pages')
    .select(['id', 'organizationId', 'document'])
    .where('id', 'in', ids)
    .execute()
  const documents = pages.map(({ document }) => JSON.parse(document) as LayoutDocument)
  const parts = await partsOf(db, documents)
  for (const [index, { id, organizationId }] of pages.entries()) {
    const document = documents[index]
    if (document) add(id, boundTexts(readDocument(withParts(document, parts(organizationId)), WIDGET_FIELDS)))
  }
  const media = await whole(db)
    .selectFrom('media')
    .leftJoin('packages', 'packages.id', 'media.id')
    .leftJoin('package_versions', (join) =>
      join
        .onRef('package_versions.packageId', '=', 'packages.id')
        .onRef('package_versions.hash', '=', 'packages.hash'),
    )
    .select(['media.id', 'media.web', 'package_versions.model'])
    .where('media.id', 'in', ids)
    .execute()
  const texts = new Map(
    media.map(({ id, web, model }) => [id, JSON.parse(web ?? model ?? 'null') as unknown]),
  )
  for (const { fromId, toId } of shown) if (texts.has(toId)) add(fromId, texts.get(toId))
  return found
}
