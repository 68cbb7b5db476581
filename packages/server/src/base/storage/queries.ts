import { STYLES_MAX } from '@vitrine/contract/api/content/styles'
import { sql } from 'kysely'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import type { Settings } from '#lib/env.ts'
import { AppError } from '#lib/errors.ts'

const MB = 2 ** 20

export type StorageSettings = Pick<
  Settings,
  'STORAGE_MB_PER_ORGANIZATION' | 'PAGES_MB_PER_ORGANIZATION' | 'PAGES_PER_ORGANIZATION'
>

/**
 * Bytes that an organization stores. `pages`: documents, thumbnails, and earlier versions, also of storyboards and
 * schedules.
 */
export interface StorageUse {
  pages: number
  total: number
}

/** Table → column with the bytes of its rows. */
const COLUMNS = {
  media_versions: 'media_versions.size',
  decks: 'decks.size',
  deck_versions: 'deck_versions.size',
  pages: 'pages.bytes',
  page_versions: 'page_versions.bytes',
  saved_versions: 'saved_versions.bytes',
  thumbnails: 'thumbnails.size',
  package_files: 'package_files.size',
  package_versions: 'package_versions.modelSize',
} as const

const PAGES = ['pages', 'page_versions', 'saved_versions', 'thumbnails'] as const
const NOTHING: StorageUse = { pages: 0, total: 0 }

/** By organization; those without stored bytes are missing. Reads indexes only, never documents. */
export async function storageUse(
  part: Db,
  organizations: readonly { id: string }[],
): Promise<Map<string, StorageUse>> {
  const db = whole(part)
  const [only, ...more] = organizations
  // Of one organization, without looking each row up in a list.
  const ids = only && more.length === 0 ? sql<string>`(${only.id})` : anyOf(db, organizations)
  const sum = (table: keyof typeof COLUMNS) =>
    db
      .selectFrom(table)
      .select(({ fn }) => ['organizationId', fn.sum<number>(COLUMNS[table]).as('bytes')])
      .where('organizationId', 'in', ids)
      .groupBy('organizationId')
      .execute()
  const media = await db
    .selectFrom('media')
    .select(({ fn }) => ['organizationId', fn.sum<number>(sql`"size" + "captionsSize"`).as('bytes')])
    .where('organizationId', 'in', ids)
    // A card's item counts the card's thumbnail, which is counted already.
    .where('cardId', 'is', null)
    .groupBy('organizationId')
    .execute()
  const used = new Map<string, StorageUse>()
  const add = (rows: readonly { organizationId: string; bytes: number }[], isPages: boolean) => {
    for (const { organizationId, bytes } of rows) {
      const { pages, total } = used.get(organizationId) ?? NOTHING
      const more = Number(bytes)
      used.set(organizationId, { pages: isPages ? pages + more : pages, total: total + more })
    }
  }
  for (const table of PAGES) add(await sum(table), true)
  for (const table of [
    'media_versions',
    'decks',
    'deck_versions',
    'package_files',
    'package_versions',
  ] as const)
    add(await sum(table), false)
  add(media, false)
  const deleted = await db
    .selectFrom('trash')
    .select(({ fn }) => ['organizationId', fn.sum<number>('bytes').as('bytes')])
    .select(({ fn }) => fn.sum<number>('size').as('size'))
    .where('organizationId', 'in', ids)
    .groupBy('organizationId')
    .execute()
  add(deleted, true)
  add(
    deleted.map(({ organizationId, size }) => ({ organizationId, bytes: size })),
    false,
  )
  return used
}

/**
 * Bytes of exported archives by organization, which don't count as storage: an organization at its limit could not
 * leave otherwise. Their number is limited (`EXPORTS_MAX`), so they have at most that many times what it stores.
 */
export async function exportedBytes(
  part: Db,
  organizations: readonly { id: string }[],
): Promise<Map<string, number>> {
  const db = whole(part)
  const rows = await db
    .selectFrom('archives')
    .select(({ fn }) => ['organizationId', fn.sum<number | null>('size').as('bytes')])
    .where('organizationId', 'in', anyOf(db, organizations))
    .where('kind', '=', 'export')
    .groupBy('organizationId')
    .execute()
  return new Map(rows.map(({ organizationId, bytes }) => [organizationId, Number(bytes ?? 0)]))
}

/** Storage limit of an organization in MB; null if only the disk limits its files. */
export const storageLimit = (
  { storageMb }: { storageMb: number | null },
  { STORAGE_MB_PER_ORGANIZATION }: Pick<Settings, 'STORAGE_MB_PER_ORGANIZATION'>,
): number | null => storageMb ?? STORAGE_MB_PER_ORGANIZATION ?? null

async function limitOf(db: Db, settings: StorageSettings, organizationId: string): Promise<number | null> {
  const row = await db
    .selectFrom('organizations')
    .select('storageMb')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return storageLimit(row, settings)
}

const storedInAll = async (db: Db, id: string): Promise<number> =>
  ((await storageUse(db, [{ id }])).get(id) ?? NOTHING).total

/**
 * Throws STORAGE_LIMIT if this many more bytes of files are too many. In a transaction, concurrent files of one
 * organization wait for each other, so that their sum stays below the limit.
 */
export async function refuseBeyondLimit(
  db: Db,
  settings: StorageSettings,
  organizationId: string,
  bytes: number,
): Promise<void> {
  const limitMb = await limitOf(db, settings, organizationId)
  if (limitMb === null) return
  await lockRow(db, 'organizations', organizationId)
  const room = await roomFor(settings, `files ${organizationId}`, limitMb, bytes, () =>
    storedInAll(db, organizationId),
  )
  if (bytes > room) throw storageLimitReached({ limitMb, room })
}

export interface FilesRoom {
  limitMb: number
  /** Bytes. */
  room: number
}

/** Bytes left for files of an organization; null if only the disk limits them. */
export async function filesRoom(
  db: Db,
  settings: StorageSettings,
  organizationId: string,
): Promise<FilesRoom | null> {
  const limitMb = await limitOf(db, settings, organizationId)
  if (limitMb === null) return null
  return { limitMb, room: limitMb * MB - (await storedInAll(db, organizationId)) }
}

/**
 * Bytes left for pages and their thumbnails, of which the caller is about to store `bytes`; pages have a limit even if
 * files have none. Saves of pages don't wait for each other: concurrent ones may exceed the limit by a few documents.
 */
export async function pagesRoom(
  db: Db,
  settings: StorageSettings,
  organizationId: string,
  bytes: number,
): Promise<{ room: number; full: AppError }> {
  const ownMb = await limitOf(db, settings, organizationId)
  const limitMb = ownMb ?? settings.PAGES_MB_PER_ORGANIZATION
  const [what, stored] =
    ownMb === null ? (['pages', storedPages] as const) : (['files', storedInAll] as const)
  const room = await roomFor(settings, `${what} ${organizationId}`, limitMb, bytes, () =>
    stored(db, organizationId),
  )
  return { room, full: storageLimitReached({ limitMb, room }) }
}

/** The bytes that were stored when all rows were summed up last, those added since, and when that is too old. */
interface Summed {
  stored: number
  added: number
  until: number
}
const summed = new WeakMap<StorageSettings, Map<string, Summed>>()
const SUMMED_MS = 600_000
/** Part of the room that may be used up before rows are summed up again: less than ten servers can't exceed it. */
const UNSUMMED = 0.1

/**
 * Bytes left, of which the caller is about to store `bytes`. Summing up reads all rows of the organization, which takes too
 * long for each save: the last sum serves until a tenth of the room is used up. `of`: what is summed up, and for whom.
 */
async function roomFor(
  settings: StorageSettings,
  of: string,
  limitMb: number,
  bytes: number,
  sumUp: () => Promise<number>,
): Promise<number> {
  const limit = limitMb * MB
  const sums = summed.get(settings) ?? new Map<string, Summed>()
  summed.set(settings, sums)
  const known = sums.get(of)
  const isFresh = known && known.until > performance.now()
  if (isFresh && known.added + bytes <= (limit - known.stored) * UNSUMMED) {
    known.added += bytes
    return limit - known.stored - known.added + bytes
  }
  const stored = await sumUp()
  sums.set(of, { stored, added: bytes, until: performance.now() + SUMMED_MS })
  return limit - stored
}

async function storedPages(part: Db, organizationId: string): Promise<number> {
  const db = whole(part)
  const sumOf = async (table: (typeof PAGES)[number] | 'trash', column: string) => {
    const { bytes } = await db
      .selectFrom(table)
      .select(sql<number | null>`sum(${sql.ref(column)})`.as('bytes'))
      .where('organizationId', '=', organizationId)
      .executeTakeFirstOrThrow()
    return Number(bytes ?? 0)
  }
  let stored = await sumOf('trash', 'trash.bytes')
  for (const table of PAGES) stored += await sumOf(table, COLUMNS[table])
  return stored
}

/** Throws STORAGE_LIMIT if an organization has reached the maximum number of pages. */
export async function refuseMorePages(
  db: Db,
  { PAGES_PER_ORGANIZATION: limit }: StorageSettings,
  organizationId: string,
): Promise<void> {
  const { count } = await db
    .selectFrom('pages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) < limit) return
  throw new AppError(
    'STORAGE_LIMIT',
    `This organization has reached its limit of ${limit} cards, layouts, and templates. Delete some first.`,
  )
}

interface RowLimit {
  most: number
  /** In the plural. */
  name: string
}

/**
 * Rows of an organization that take no file. Lists answer all of them in one piece, so that a person who adds them for an
 * hour could otherwise end the server with one list.
 */
export const ROW_LIMITS = {
  buildings: { most: 5000, name: 'buildings' },
  floors: { most: 20_000, name: 'floors' },
  folders: { most: 20_000, name: 'folders' },
  device_groups: { most: 25_000, name: 'groups' },
  device_configurations: { most: 2000, name: 'configurations' },
  media: { most: 250_000, name: 'media items' },
  styles: { most: STYLES_MAX, name: 'styles' },
  comments: { most: 50_000, name: 'comments' },
  comment_replies: { most: 100_000, name: 'replies to comments' },
} satisfies Record<string, RowLimit>

/** After the insert. Throws STORAGE_LIMIT. */
export async function refuseMoreRows(
  db: Db,
  table: keyof typeof ROW_LIMITS,
  organizationId: string,
): Promise<void> {
  const { most, name } = ROW_LIMITS[table]
  const { count } = await whole(db)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) > most)
    throw new AppError(
      'STORAGE_LIMIT',
      `This organization has reached its limit of ${most} ${name}. Delete some first.`,
    )
}

export function storageLimitReached({ limitMb, room }: FilesRoom): AppError {
  const left = room < MB ? 'has no space left' : `has ${Math.floor(room / MB)} MB left`
  return new AppError(
    'STORAGE_LIMIT',
    `This organization can store ${limitMb} MB and ${left}. Delete media or pages and empty the trash, or ask for more storage.`,
  )
}
