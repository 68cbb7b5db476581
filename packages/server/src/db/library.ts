// How rows hang on folders of the media library, as conditions of queries.
import { sql } from 'kysely'
import { among, and, type Condition, type Limit, or, type PlacedRow, type Row, rowOf } from './conditions.ts'
import { nearFloors } from './places.ts'
import type { TableName } from './schema.ts'

/** The ids of chosen folders and of all below. */
const below = (limit: Limit, chosen: readonly string[]) =>
  sql`(with recursive below_folders(id) as (
    select top_folders.id from folders as top_folders
    where top_folders."organizationId" = ${limit.organizationId} and ${among(limit, sql`top_folders.id`, chosen)}
    union select sub_folders.id from below_folders
    join folders as sub_folders on sub_folders."folderId" = below_folders.id) select id from below_folders)`

/** Whether a folder, by its id, is in reach. */
export const isInReach = (limit: Limit, folderId: Condition): Condition =>
  and(limit.reach.folders.map((chosen) => sql`${folderId} in ${below(limit, chosen)}`))

/** The items of cards have no folder, and cards are in everyone's reach. */
const isOwn = (limit: Limit, media: Row) =>
  or([sql`${media('cardId')} is not null`, isInReach(limit, media('folderId'))])

/** A column of the files in reach. */
const ofFiles = (limit: Limit) =>
  sql`(select own_files.id from media as own_files
    where own_files."organizationId" = ${limit.organizationId} and ${isOwn(limit, rowOf('own_files'))})`

const ofDecks = (limit: Limit) =>
  sql`(select own_decks.id from decks as own_decks
    where own_decks."organizationId" = ${limit.organizationId} and ${isInReach(limit, sql`own_decks."folderId"`)})`

/** What a page shows belongs to the page: also storyboards, styles, brands, floors, and media in reach. */
const isUsed = (limit: Limit, media: Row) => {
  const from = rowOf('own_uses')
  const onFloor =
    limit.reach.places.length === 0 ? sql`1 = 1` : sql`${from('fromId')} in ${nearFloors(limit, 'found')}`
  return sql`exists (select 1 from "references" as own_uses
    where ${from('toId')} = ${media('id')} and ${from('toKind')} = 'media'
    and ${from('organizationId')} = ${limit.organizationId}
    and case ${from('fromKind')} when 'media' then ${from('fromId')} in ${ofFiles(limit)}
      when 'floor' then ${onFloor} else 1 = 1 end)`
}

const media: PlacedRow = (limit, row) =>
  limit.isShown ? or([isOwn(limit, row), isUsed(limit, row)]) : isOwn(limit, row)

const ofFolder: PlacedRow = (limit, row) => isInReach(limit, row('folderId'))

/** Rows of a media item. */
const ofFile =
  (column: string): PlacedRow =>
  (limit, row) =>
    limit.isShown
      ? sql`exists (select 1 from media as own_files where own_files.id = ${row(column)}
          and ${media(limit, rowOf('own_files'), 'found')})`
      : sql`${row(column)} in ${ofFiles(limit)}`

const ofDeck: PlacedRow = (limit, row) => sql`${row('deckId')} in ${ofDecks(limit)}`

/** Every image that isn't of a file outside. */
const thumbnails: PlacedRow = (limit, row, use) => {
  const file = rowOf('own_files')
  const version = rowOf('own_versions')
  return sql`(not exists (select 1 from media as own_files
      where ${file('thumbnailId')} = ${row('id')} and not ${media(limit, file, use)})
    and not exists (select 1 from media_versions as own_versions
      where ${version('thumbnailId')} = ${row('id')} and ${version('mediaId')} not in ${ofFiles(limit)}))`
}

const conversions: PlacedRow = (limit, row, use) =>
  sql`case when ${row('mediaId')} is not null then ${ofFile('mediaId')(limit, row, use)}
    when ${row('deckId')} is not null then ${ofDeck(limit, row, use)}
    else ${row('folderId')} is not null and ${ofFolder(limit, row, use)} end`

/** In a folder that was deleted, too, it would return to Root, which no one reaches by folders. A chosen one stays chosen. */
const trash: PlacedRow = (limit, row, use) =>
  sql`case ${row('kind')} when 'media' then ${row('folderId')} is not null and ${ofFolder(limit, row, use)}
    when 'folder' then ${or([
      and(limit.reach.folders.map((chosen) => among(limit, row('id'), chosen))),
      sql`(${row('folderId')} is not null and ${ofFolder(limit, row, use)})`,
    ])} else 1 = 1 end`

/** Rows that hang on a folder. A law names those of other tables. */
export const FILED: Partial<Record<TableName, PlacedRow>> = {
  folders: (limit, row) => isInReach(limit, row('id')),
  media,
  decks: ofFolder,
  media_versions: ofFile('mediaId'),
  deck_versions: ofDeck,
  deck_pages: ofDeck,
  packages: ofFile('id'),
  package_files: ofFile('packageId'),
  package_versions: ofFile('packageId'),
  conversions,
  thumbnails,
  trash,
}
