// Everything that screens can show, in one list of several tables.
import type { MediaKind } from '@vitrine/contract/api/content/media-kinds'
import type { ShelfItem, ShelfQuery } from '@vitrine/contract/api/content/shelf'
import type { ShelfKind } from '@vitrine/contract/api/content/shelf-kinds'
import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { searchKey } from '@vitrine/contract/search-key'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { matchingRows } from '#base/list.ts'
import { taggedWith, tagMatching, withTags } from '#base/tags/queries.ts'
import { OF_KIND } from '#content/media/queries.ts'
import { anyOf } from '#db/database.ts'
import { nameOrderOf } from '#db/lists/name-order.ts'
import type { Db, TableName, Tables } from '#db/schema.ts'
import { playedIn } from './played-in.ts'

const PAGE_SIZE = 60

const MEDIA: readonly ShelfKind[] = ['image', 'video', 'package', 'web', 'audio'] satisfies MediaKind[]
const TAG_KIND_OF = { media: 'media', pages: 'page', storyboards: 'storyboard' } as const

type Part = 'media' | 'decks' | 'sources' | 'pages' | 'storyboards'

interface Row {
  part: Part
  kind: ShelfKind
  id: string
  name: string
  organizationId: string
  thumbnailId: string | null
  folderId: string | null
  createdAt: string
  updatedAt: string
}

/** `kinds`: those that the caller may read. */
export async function listShelf(
  db: Db,
  { kinds: wanted, search = '', tag, folderId, placeId, sort = '-updatedAt', from = 0 }: ShelfQuery,
  { kinds, now }: { kinds: readonly ShelfKind[]; now: number },
): Promise<{ items: ShelfItem[]; more: boolean }> {
  const shown = kinds.filter((kind) => !wanted || wanted.includes(kind))
  const column = sort.replace('-', '') === 'name' ? 'nameOrder' : 'updatedAt'
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  // Ids are made in the order of time.
  const order = sql`${sql.ref(column)} ${direction}, id ${direction}`
  const last = from + PAGE_SIZE + 1
  const played = placeId === undefined ? undefined : anyOf(db, await playedIn(db, placeId, now))
  const parts: RawBuilder<Row>[] = []
  for (const part of partsOf(db, shown, { tag, folderId })) {
    const select = played ? part.select.where(sql.ref(`${part.table}.id`), 'in', played) : part.select
    const { matching } = await matchingRows(db, select, part.table, searchKey(search), {
      search: [part.table === 'decks' ? DECK_KEY : 'nameKey'],
      ...(part.tags && { searchElsewhere: tagMatching(db, part.tags) }),
    })
    const first = matching.orderBy(order).limit(last)
    parts.push(sql`select * from ${first} as ${sql.ref(part.table)}`)
  }
  if (parts.length === 0) return { items: [], more: false }
  const all = sql.join(parts, sql` union all `)
  const { rows } = await sql<Row>`
    select * from (${all}) as shelf order by ${order} limit ${PAGE_SIZE + 1} offset ${from}`.execute(db)
  const items = await shelfItems(db, rows.slice(0, PAGE_SIZE))
  return { items, more: rows.length > PAGE_SIZE }
}

interface ListedPart {
  table: Part
  // Kysely can't type a selection that several tables share.
  select: SelectQueryBuilder<Tables, TableName, unknown>
  tags?: 'media' | 'page' | 'storyboard'
}

/** One selection for each table with something to list. */
function partsOf(
  db: Db,
  kinds: readonly ShelfKind[],
  { tag, folderId }: Pick<ShelfQuery, 'tag' | 'folderId'>,
): ListedPart[] {
  const has = (...some: readonly ShelfKind[]) => some.some((kind) => kinds.includes(kind))
  const files = kinds.filter((kind) => MEDIA.includes(kind)) as MediaKind[]
  const parts = [
    files.length > 0 && { table: 'media', select: mediaPart(db, files, folderId), tags: 'media' },
    has('deck') && { table: 'decks', select: decksPart(db, folderId) },
    has('source') && { table: 'sources', select: sourcesPart(db) },
    has('card', 'layout', 'template') && { table: 'pages', select: pagesPart(db, kinds), tags: 'page' },
    has('storyboard') && { table: 'storyboards', select: storyboardsPart(db), tags: 'storyboard' },
  ].filter((part) => part !== false) as unknown as ListedPart[]
  const inFolder = ['media', 'decks']
  return parts
    .filter(({ table, tags }) => (!tag || tags) && (!folderId || inFolder.includes(table)))
    .map((part) =>
      tag && part.tags
        ? {
            ...part,
            select: part.select.where(sql.ref(`${part.table}.id`), 'in', taggedWith(db, part.tags, tag)),
          }
        : part,
    )
}

const COLUMNS = ['id', 'name', 'nameKey', 'nameOrder', 'organizationId', 'createdAt', 'updatedAt'] as const
const NULL = sql<string | null>`cast(null as text)`
const named = (text: string) => sql<string>`cast(${sql.lit(text)} as text)`

const mediaPart = (db: Db, kinds: readonly MediaKind[], folderId: string | undefined) =>
  db
    .selectFrom('media')
    .select(COLUMNS.map((column) => `media.${column}` as const))
    .select([
      named('media').as('part'),
      sql<string>`case when mimetype like 'image/%' then 'image' when mimetype like 'video/%' then 'video'
        when mimetype like 'audio/%' then 'audio' when web is not null then 'web' else 'package' end`.as(
        'kind',
      ),
      'media.thumbnailId',
      'media.folderId',
    ])
    // Compared so, SQLite reads no index of cards, in which most rows are equal.
    .where(sql<boolean>`coalesce("media"."cardId", '') = ''`)
    .where((where) => where.or(kinds.map((kind) => OF_KIND[kind])))
    .$if(folderId !== undefined, (rows) => rows.where('media.folderId', '=', folderId ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deck_pages')
            .select('deck_pages.id')
            .whereRef('deck_pages.mediaId', '=', 'media.id')
            .whereRef('deck_pages.organizationId', '=', 'media.organizationId'),
        ),
      ),
    )

/** Decks are few, and have no columns to search and sort by. */
const DECK_NAME = `lower("decks"."name")`
const DECK_KEY = sql<string>`${sql.raw(DECK_NAME)}`

const decksPart = (db: Db, folderId: string | undefined) =>
  db
    .selectFrom('decks')
    .select(['id', 'name'])
    .select([DECK_KEY.as('nameKey'), nameOrderOf(db, DECK_NAME).as('nameOrder')])
    .select(['organizationId', 'createdAt', 'updatedAt', named('decks').as('part'), named('deck').as('kind')])
    .select([NULL.as('thumbnailId'), 'folderId'])
    .$if(folderId !== undefined, (rows) => rows.where('folderId', '=', folderId ?? ''))

const sourcesPart = (db: Db) =>
  db
    .selectFrom('sources')
    .select(COLUMNS)
    .select([named('sources').as('part'), named('source').as('kind')])
    .select([NULL.as('thumbnailId'), NULL.as('folderId')])

const pagesPart = (db: Db, kinds: readonly ShelfKind[]) =>
  db
    .selectFrom('pages')
    .select(COLUMNS)
    .select([
      named('pages').as('part'),
      sql<string>`case when "isTemplate" = 1 then 'template' else kind end`.as('kind'),
      NULL.as('thumbnailId'),
      NULL.as('folderId'),
    ])
    .where('madeFor', 'is', null)
    .where((where) =>
      where.or([
        ...(kinds.includes('card')
          ? [where.and([where('kind', '=', 'card'), where('isTemplate', '=', 0)])]
          : []),
        ...(kinds.includes('layout') ? [where('kind', '=', 'layout')] : []),
        ...(kinds.includes('template') ? [where('isTemplate', '=', 1)] : []),
      ]),
    )

/** Without those that play one other thing, and those of decks: they are listed as what they play. */
const storyboardsPart = (db: Db) =>
  db
    .selectFrom('storyboards')
    .select(COLUMNS.map((column) => `storyboards.${column}` as const))
    .select([named('storyboards').as('part'), named('storyboard').as('kind')])
    .select([NULL.as('thumbnailId'), NULL.as('folderId')])
    .where('storyboards.madeFor', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('decks')
            .select('decks.id')
            .whereRef('decks.storyboardId', '=', 'storyboards.id')
            .whereRef('decks.organizationId', '=', 'storyboards.organizationId'),
        ),
      ),
    )

async function shelfItems(db: Db, rows: readonly Row[]): Promise<ShelfItem[]> {
  const of = (part: Part) => rows.filter((row) => row.part === part)
  const pages = new Map<string, ShelfItem['page']>([
    ...(await firstPages(db, of('storyboards'))),
    ...(await boards(db, of('sources'))),
  ])
  for (const { id, kind } of of('pages')) pages.set(id, { kind: kind === 'layout' ? 'layout' : 'card', id })
  const covers = await deckCovers(db, of('decks'))
  const tags = new Map<string, string[]>()
  for (const [part, kind] of Object.entries(TAG_KIND_OF))
    for (const row of await withTags(db, kind, of(part as Part))) tags.set(row.id, row.tags)
  return rows.map(({ part: _, ...row }) => ({
    ...row,
    thumbnailId: covers.get(row.id) ?? row.thumbnailId,
    page: pages.get(row.id) ?? null,
    ...(tags.get(row.id)?.length && { tags: tags.get(row.id) }),
  }))
}

type Pages = [id: string, page: ShelfItem['page']][]

async function firstPages(db: Db, storyboards: readonly Row[]): Promise<Pages> {
  if (storyboards.length === 0) return []
  const rows = await db
    .selectFrom('storyboards')
    .select(['id', 'items'])
    .where('id', 'in', anyOf(db, storyboards))
    .execute()
  return rows.map(({ id, items }) => {
    const [{ cardId, layoutId } = {}] = JSON.parse(items) as Partial<StoryboardItem>[]
    if (cardId) return [id, { kind: 'card', id: cardId }]
    return [id, layoutId ? { kind: 'layout', id: layoutId } : null]
  })
}

/** The page of a source that was made to play it. */
async function boards(db: Db, sources: readonly Row[]): Promise<Pages> {
  if (sources.length === 0) return []
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'kind', 'madeFor'])
    .where('madeFor', 'is not', null)
    .where('madeFor', 'in', anyOf(db, sources))
    .execute()
  return rows.map(({ id, kind, madeFor }) => [madeFor ?? '', { kind: kind === 'layout' ? kind : 'card', id }])
}

async function deckCovers(db: Db, decks: readonly Row[]): Promise<Map<string, string | null>> {
  if (decks.length === 0) return new Map()
  const rows = await db
    .selectFrom('deck_pages')
    .innerJoin('media', 'media.id', 'deck_pages.mediaId')
    .select(['deck_pages.deckId as id', 'media.thumbnailId'])
    .where('deck_pages.page', '=', 1)
    .where('deck_pages.deckId', 'in', anyOf(db, decks))
    .execute()
  return new Map(rows.map(({ id, thumbnailId }) => [id, thumbnailId]))
}
