import type { Media } from '@vitrine/contract/api/content/media'
import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import type { UsedBy } from '@vitrine/contract/errors'
import { rule } from '@vitrine/contract/rules'
import { placesIn, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { searchKey } from '@vitrine/contract/search-key'
import { anyOf, isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import type { ReferencesTable } from '#db/tables/references.ts'
import { inUse, invalid } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { slices } from '#lib/work/slices.ts'

/** In place of a building or a floor: a page has an entry with a rule, whether it names places or not. */
export const RULED = '*'

type Target = ReferencesTable['toKind']
/** Ids by kind: everything that an item references, or one kind of it. */
export type References = Partial<Record<Target, readonly string[]>>

/** The item with the references. */
export interface Referrer {
  kind: ReferencesTable['fromKind']
  id: string
}

/** Ids per query. */
const AT_ONCE = 500

/**
 * Records what an item references, in the transaction that saves it; replaces the kinds that are given. `db` is bound
 * to the item's organization; a media item that doesn't exist there gets 400 under `field`.
 */
export async function saveReferences(
  db: Db,
  organizationId: string,
  from: Referrer,
  to: References,
  field = 'widgets',
): Promise<void> {
  const kinds = Object.keys(to) as Target[]
  const wanted = new Map(
    kinds.flatMap((toKind) =>
      (to[toKind] ?? []).map((toId) => [`${toKind} ${toId}`, { toKind, toId }] as const),
    ),
  )
  const before = await db
    .selectFrom('references')
    .select(['id', 'toKind', 'toId'])
    .where('organizationId', '=', organizationId)
    .where('fromId', '=', from.id)
    .where('toKind', 'in', kinds)
    .execute()
  const gone = before.filter(({ toKind, toId }) => !wanted.delete(`${toKind} ${toId}`))
  if (gone.length) await db.deleteFrom('references').where('id', 'in', anyOf(db, gone)).execute()
  const added = [...wanted.values()]
  const media = added.flatMap(({ toKind, toId }) => (toKind === 'media' ? [{ id: toId }] : []))
  if (media.length) await refuseOtherMedia(db, from, media, field)
  const owner = { organizationId, fromKind: from.kind, fromId: from.id }
  for (const some of slices(added, AT_ONCE))
    await db
      .insertInto('references')
      .values(some.map((target) => ({ id: newId(), ...owner, ...target })))
      .execute()
}

/** Their rows can't be deleted until the transaction ends. */
async function refuseOtherMedia(db: Db, { kind }: Referrer, media: readonly { id: string }[], field: string) {
  const found = await shown(db)
    .selectFrom('media')
    .select(['id', 'mimetype'])
    .where('id', 'in', anyOf(db, media))
    .$if(isPostgres(db), (rows) => rows.forKeyShare())
    .execute()
  if (found.length < media.length) throw invalid({ [field]: rule('unknown') })
  // Only texts use fonts, of pages, of styles, and of packages' forms.
  if (
    kind !== 'page' &&
    kind !== 'media' &&
    kind !== 'style' &&
    found.some(({ mimetype }) => mimetype.startsWith('font/'))
  )
    throw invalid({ [field]: rule('invalid') })
  if (kind === 'style' && found.some(({ mimetype }) => !mimetype.startsWith('font/')))
    throw invalid({ [field]: rule('invalid') })
  // Pages can't show audio; only storyboards play it.
  const isHeard = kind === 'storyboard'
  if (found.some(({ mimetype }) => mimetype.startsWith('audio/') !== isHeard))
    throw invalid({ [field]: rule('invalid') })
}

/** Call when items are deleted, in the same transaction. */
export async function forgetReferences(
  db: Db,
  organizationId: string,
  items: readonly { id: string }[],
): Promise<void> {
  for (const some of slices(items, AT_ONCE))
    await db
      .deleteFrom('references')
      .where('organizationId', '=', organizationId)
      .where('fromId', 'in', anyOf(db, some))
      .execute()
}

/** What each of some items references, sorted by id. `db` is bound to their organization. */
export async function referencesOf(
  db: Db,
  items: readonly { id: string }[],
): Promise<Map<string, { [K in Target]?: string[] }>> {
  const found = new Map<string, { [K in Target]?: string[] }>()
  if (items.length === 0) return found
  const rows = await db
    .selectFrom('references')
    .select(['fromId', 'toKind', 'toId'])
    .where('fromId', 'in', anyOf(db, items))
    .orderBy('toId')
    .execute()
  for (const { fromId, toKind, toId } of rows) {
    const own = found.get(fromId) ?? {}
    found.set(fromId, own)
    own[toKind] ??= []
    own[toKind].push(toId)
  }
  return found
}

/**
 * Items that reference any of these, each once, in the order in which they were saved. Without groups that reference a
 * storyboard, which `usesOfStoryboard` lists by what their schedule plays now.
 */
export async function usersOf(
  db: Db,
  kinds: Target | readonly Target[],
  ids: readonly { id: string }[],
): Promise<UsedBy[]> {
  const found = new Map<string, UsedBy>()
  for (const some of slices(ids, AT_ONCE)) {
    const rows = await db
      .selectFrom('references')
      .leftJoin('pages', 'pages.id', 'references.fromId')
      .leftJoin('media', 'media.id', 'references.fromId')
      .leftJoin('organizations', 'organizations.id', 'references.fromId')
      .leftJoin('storyboards', 'storyboards.id', 'references.fromId')
      .leftJoin('styles', 'styles.id', 'references.fromId')
      .leftJoin('floors', 'floors.id', 'references.fromId')
      .leftJoin('buildings', 'buildings.id', 'floors.buildingId')
      .leftJoin('device_groups', 'device_groups.id', 'references.fromId')
      .leftJoin('screen_fields', 'screen_fields.id', 'references.fromId')
      .select(['references.fromId as id', 'references.fromKind as kind'])
      .select(['pages.name as page', 'pages.kind as pageKind', 'pages.isTemplate'])
      .select(['media.name as medium', 'media.mimetype', 'media.web', 'organizations.name as organization'])
      .select(['storyboards.name as storyboard', 'storyboards.type'])
      .select([
        'floors.name as floor',
        'buildings.name as building',
        'device_groups.name as group',
        'styles.name as style',
        'screen_fields.name as field',
      ])
      .where('references.toId', 'in', anyOf(db, some))
      .where('references.toKind', 'in', [kinds].flat())
      .where(({ or, eb }) =>
        or([eb('references.fromKind', '!=', 'device-group'), eb('references.toKind', '=', 'place')]),
      )
      .orderBy('references.id')
      .execute()
    for (const { id, kind, type, ...row } of rows) {
      const place = row.floor === null ? '' : `${row.building} · ${row.floor}`
      const name =
        row.page ??
        row.medium ??
        row.organization ??
        row.storyboard ??
        row.style ??
        row.group ??
        row.field ??
        place
      found.set(id, { kind: userKind(kind, row), id, name, ...(type && { type }) })
    }
  }
  return [...found.values()]
}

function userKind(
  kind: Referrer['kind'],
  row: {
    pageKind: 'card' | 'layout' | 'part' | null
    isTemplate: number | null
    mimetype: string | null
    web: string | null
  },
): UsedBy['kind'] {
  if (kind === 'page') return row.isTemplate === 1 ? 'template' : (row.pageKind ?? 'card')
  if (kind !== 'media') return kind
  if (row.mimetype === PACKAGE_TYPE) return 'package'
  return row.web?.includes('"stream":') ? 'stream' : 'web-page'
}

/** Sorts as lists do. */
export function byName(users: readonly UsedBy[]): UsedBy[] {
  const keys = new Map(users.map((user) => [user, searchKey(user.name)]))
  const compare = (one = '', other = '') => (one === other ? 0 : one < other ? -1 : 1)
  return users.toSorted((a, b) => compare(keys.get(a), keys.get(b)) || compare(a.id, b.id))
}

/** Users that prevent a media item's deletion. Its own references are deleted with it. */
export async function usersOfMedia(db: Db, { id, cardId }: Pick<Media, 'id' | 'cardId'>): Promise<UsedBy[]> {
  const users = (await usersOf(db, 'media', [{ id }])).filter((user) => user.id !== id)
  return cardId ? [await asCard(db, cardId), ...users] : users
}

async function asCard(db: Db, id: string): Promise<UsedBy> {
  const card = await db.selectFrom('pages').select('name').where('id', '=', id).executeTakeFirst()
  return { kind: 'card', id, name: card?.name ?? '' }
}

/** Storyboards with any of these pages, sorted by name. */
export const storyboardsShowing = async (db: Db, pages: readonly { id: string }[]): Promise<UsedBy[]> =>
  byName(await usersOf(db, 'page', pages))

export const mediaInUse = (users: readonly UsedBy[]) =>
  inUse('USED_IN_CARD', 'this media in use, please delete all related items before delete', users)

/** A rule and the path of its field in the body. */
interface SentRule {
  path: string
  rule: ScreenRule | undefined
}

/**
 * Throws INVALID for rules that name a building or a floor that isn't in the organization of `db`. Their rows can't be
 * deleted until the transaction ends.
 */
export async function refuseOtherPlaces(db: Db, rules: readonly SentRule[]): Promise<void> {
  const wanted = [...new Set(rules.flatMap((sent) => placesIn(sent.rule)))].map((id) => ({ id }))
  if (wanted.length === 0) return
  const known = new Set<string>()
  for (const table of ['buildings', 'floors'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', anyOf(db, wanted))
      .$if(isPostgres(db), (query) => query.forKeyShare())
      .execute()
    for (const { id } of rows) known.add(id)
  }
  const errors: Record<string, string> = {}
  for (const { path, rule: sent } of rules)
    for (const part of ['inPlaces', 'notInPlaces'] as const)
      if (sent?.[part]?.some((id) => !known.has(id))) errors[`${path}.${part}`] = rule('unknown')
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Throws USED_IN_RULE if a rule names one of these buildings or floors. */
export async function refusePlacesInRules(db: Db, places: readonly { id: string }[]): Promise<void> {
  const users: UsedBy[] = places.length === 0 ? [] : await usersOf(db, 'place', places)
  const [first] = users
  if (first)
    throw inUse('USED_IN_RULE', `A rule of ${first.name} names this place. Change the rule first.`, users)
}
