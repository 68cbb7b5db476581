import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** `child.column → parent`. */
export type ForeignKey = `${string}.${string} → ${string}`

/**
 * What deleting the parent does.
 * - `cascade`, `set null`: the database does it.
 * - `deleted first`: the feature deletes the rows before the parent.
 * - `refused`: as the samples of `refusals.ts` with these names show.
 * - `through`: the row is deleted with, or kept by, what another foreign key of it names.
 * - `never`: no deletion reaches the parent while it is used.
 */
export type Fate =
  | 'cascade'
  | 'set null'
  | 'deleted first'
  | { refused: string[] }
  | { through: ForeignKey }
  | { never: string }

const ORGANIZATION: Fate = { refused: ['organization with content'] }
const THUMBNAIL: Fate = { never: 'no route deletes thumbnails, and the cleanup skips those in use' }

/** Every foreign key of the schema. A migration that adds one adds a line here. */
export const FOREIGN_KEYS: Record<ForeignKey, Fate> = {
  'allowed_sites.organizationId → organizations': 'cascade',
  'alert_messages.organizationId → organizations': 'cascade',
  'alert_problems.organizationId → organizations': 'cascade',
  'alert_problems.ruleId → alert_rules': 'cascade',
  'alert_rules.organizationId → organizations': 'cascade',
  'answer_days.organizationId → organizations': 'cascade',
  'answers.organizationId → organizations': 'cascade',
  'buildings.organizationId → organizations': ORGANIZATION,
  'case_replies.caseId → cases': 'cascade',
  'case_replies.organizationId → organizations': 'cascade',
  'deliveries.organizationId → organizations': 'cascade',
  'cases.deviceId → devices': 'set null',
  'cases.organizationId → organizations': 'cascade',
  'cases.userId → users': 'set null',
  'codes.userId → users': 'cascade',
  'configuration_uses.configurationId → device_configurations': 'cascade',
  'configuration_uses.deviceGroupId → device_groups': 'cascade',
  'configuration_uses.deviceId → devices': 'cascade',
  'configuration_uses.organizationId → organizations': 'cascade',
  'conversions.deckId → decks': 'cascade',
  'conversions.folderId → folders': 'set null',
  'conversions.mediaId → media': 'cascade',
  'conversions.organizationId → organizations': 'cascade',
  'conversions.userId → users': 'set null',
  'deck_pages.deckId → decks': 'cascade',
  'deck_pages.layoutId → pages': 'set null',
  'deck_pages.mediaId → media': 'cascade',
  'deck_pages.organizationId → organizations': { through: 'deck_pages.deckId → decks' },
  'deck_versions.deckId → decks': 'cascade',
  'deck_versions.organizationId → organizations': { through: 'deck_versions.deckId → decks' },
  'decks.folderId → folders': 'cascade',
  'decks.organizationId → organizations': { through: 'decks.folderId → folders' },
  'decks.storyboardId → storyboards': 'set null',
  'device_configurations.organizationId → organizations': 'cascade',
  'device_groups.organizationId → organizations': ORGANIZATION,
  'device_states.organizationId → organizations': 'cascade',
  'devices.deviceGroupId → device_groups': 'set null',
  'devices.floorId → floors': { refused: ['building with a screen'] },
  'devices.licenceId → licences': { refused: ['license with a screen'] },
  'devices.organizationId → organizations': ORGANIZATION,
  'edits.organizationId → organizations': 'cascade',
  'edits.userId → users': 'cascade',
  'floor_places.deviceId → devices': 'cascade',
  'floor_places.floorId → floors': 'cascade',
  'floor_places.organizationId → organizations': 'cascade',
  'floors.buildingId → buildings': 'cascade',
  'floors.organizationId → organizations': { through: 'floors.buildingId → buildings' },
  'folders.folderId → folders': 'cascade',
  'folders.organizationId → organizations': ORGANIZATION,
  'given_answers.organizationId → organizations': 'cascade',
  'kiosks.organizationId → organizations': 'cascade',
  'known_addresses.organizationId → organizations': 'cascade',
  'known_addresses.userId → users': 'cascade',
  'licences.organizationId → organizations': ORGANIZATION,
  'machine_keys.deviceId → devices': 'cascade',
  'machine_keys.organizationId → organizations': 'cascade',
  'media.folderId → folders': 'cascade',
  'media.organizationId → organizations': ORGANIZATION,
  'media.thumbnailId → thumbnails': THUMBNAIL,
  'media_uses.mediaId → media': { refused: ['media in a document'] },
  'media_uses.organizationId → organizations': { through: 'media_uses.mediaId → media' },
  'media_versions.mediaId → media': 'cascade',
  'media_versions.organizationId → organizations': { through: 'media_versions.mediaId → media' },
  'media_versions.thumbnailId → thumbnails': THUMBNAIL,
  'package_files.organizationId → organizations': { through: 'package_files.packageId → packages' },
  'package_files.packageId → packages': 'cascade',
  'package_versions.organizationId → organizations': { through: 'package_versions.packageId → packages' },
  'package_versions.packageId → packages': 'cascade',
  'packages.id → media': 'cascade',
  'packages.organizationId → organizations': { through: 'packages.id → media' },
  'page_uses.organizationId → organizations': { through: 'page_uses.pageId → pages' },
  'page_uses.pageId → pages': { refused: ['card in a storyboard', 'layout in a storyboard'] },
  'page_uses.storyboardId → storyboards': 'cascade',
  'page_versions.organizationId → organizations': { through: 'page_versions.pageId → pages' },
  'page_versions.pageId → pages': 'cascade',
  'pages.organizationId → organizations': ORGANIZATION,
  'pages.thumbnailId → thumbnails': THUMBNAIL,
  'pairings.deviceId → devices': 'cascade',
  'pictures.organizationId → organizations': 'cascade',
  'player_updates.organizationId → organizations': 'cascade',
  'screen_updates.deviceId → devices': 'cascade',
  'screen_updates.organizationId → organizations': 'cascade',
  'screen_updates.updateId → player_updates': 'cascade',
  'planned_switches.deviceId → devices': 'cascade',
  'planned_switches.organizationId → organizations': 'cascade',
  'planned_switches.storyboardId → storyboards': { refused: ['storyboard planned for a screen'] },
  'play_items.organizationId → organizations': 'cascade',
  'play_screens.organizationId → organizations': 'cascade',
  'sessions.organizationId → organizations': 'cascade',
  'sessions.userId → users': 'cascade',
  'source_uses.organizationId → organizations': 'cascade',
  'sources.organizationId → organizations': 'cascade',
  'schedule_uses.deviceGroupId → device_groups': 'cascade',
  'schedule_uses.organizationId → organizations': { through: 'schedule_uses.deviceGroupId → device_groups' },
  'storyboard_uses.organizationId → organizations': { through: 'storyboard_uses.pageId → pages' },
  'storyboard_uses.pageId → pages': 'cascade',
  'storyboards.organizationId → organizations': ORGANIZATION,
  'takeovers.organizationId → organizations': 'cascade',
  'thumbnails.organizationId → organizations': 'deleted first',
  'thumbnails.screenshotId → thumbnails': THUMBNAIL,
  'trash.organizationId → organizations': 'cascade',
  'trash_files.organizationId → organizations': 'cascade',
  'trash_files.trashId → trash': 'cascade',
  'trash_rows.organizationId → organizations': 'cascade',
  'trash_rows.trashId → trash': 'cascade',
  'uploads.organizationId → organizations': 'cascade',
  'uploads.userId → users': 'cascade',
  'users.organizationId → organizations': ORGANIZATION,
}

const HISTORY = 'history keeps the names of what is gone'

/**
 * Columns that name another row without a foreign key, and references inside documents (`table.column: what`). `left`:
 * why what they name may be deleted.
 */
export const LOOSE_REFERENCES: Record<string, { refused: string[] } | { left: string }> = {
  'device_groups.programme: slots and default': {
    refused: ['storyboard in a schedule', 'storyboard in a slot'],
  },
  'device_groups.nextProgramme: slots and default': { refused: ['storyboard that leaves a schedule'] },
  'devices.overrideStoryboardId': { refused: ['storyboard sent to a screen'] },
  'takeovers.storyboardId': { refused: ['storyboard in a takeover'] },
  'pages.document: actions': {
    refused: [
      'storyboard in an action',
      'storyboard in an action for another screen',
      'storyboard in a template',
    ],
  },
  'schedule_uses.storyboardId': { refused: ['storyboard in a schedule'] },
  'storyboard_uses.storyboardId': { refused: ['storyboard in an action'] },
  'storyboards.approved: pages': { refused: ['layout in an approved version'] },
  'pages.document: media': { refused: ['media in a document'] },
  'package_versions.model: media': { refused: ['media in a web package'] },
  'media.web: fallback of a stream': { refused: ['media in a stream'] },
  'organizations.logoId': { refused: ['media in a brand'] },
  'floors.planId': { refused: ['media in a floor plan'] },
  'media.cardId': { refused: ['media item of a card'] },
  'pages.document: data sources': { refused: ['data source in a text'] },
  'source_uses.ownerId': { left: 'the owner removes its uses when it is deleted' },
  'storyboards.audioId': { refused: ['audio of a storyboard'] },
  'media_uses.ownerId': { left: 'the owner removes its uses when it is deleted' },
  'pages.document: action targets': {
    left: 'a screen can always be disconnected; saving warns of the target',
  },
  'pages.document: layouts and zones of actions': {
    left: 'works inside one storyboard, which keeps its layouts; saving warns of the target',
  },
  'play_items.storyboardId': { left: HISTORY },
  'play_items.pageId': { left: HISTORY },
  'play_items.mediaId': { left: HISTORY },
  'answers.deviceId': { left: HISTORY },
  'deliveries.groupId': { left: HISTORY },
  'answers.pageId': { left: HISTORY },
  'answers.widgetId': { left: HISTORY },
  'screen_updates.bootId': { left: 'names a start of the player, of which there is no row' },
  'unknown_screens.deviceId': { left: 'the screen may be one that the database has forgotten' },
  'unknown_screens.organizationId': { left: 'so may the organization; super admins see the screen then' },
  'device_states.takeoverId': { left: 'what a screen last reported' },
  'takeovers.targets': { left: 'a takeover ends for screens and groups that are deleted' },
}
/** As the database itself has them, with what it does on deletion. */
export async function foreignKeysOf(db: Db): Promise<Map<ForeignKey, string>> {
  const { rows } = isPostgres(db)
    ? await sql<{ child: string; column: string; parent: string; rule: string }>`
        select child.relname as child, attribute.attname as "column", parent.relname as parent,
          case key.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as rule
        from pg_constraint key
        join pg_class child on child.oid = key.conrelid
        join pg_class parent on parent.oid = key.confrelid
        join pg_attribute attribute on attribute.attrelid = key.conrelid and attribute.attnum = any(key.conkey)
        where key.contype = 'f' and key.conparentid = 0 and key.connamespace = current_schema()::regnamespace`.execute(
        db,
      )
    : await sql<{ child: string; column: string; parent: string; rule: string }>`
        select master.name as child, key."from" as "column", key."table" as parent, lower(key.on_delete) as rule
        from sqlite_master master join pragma_foreign_key_list(master.name) key
        where master.type = 'table'`.execute(db)
  return new Map(
    rows.map(({ child, column, parent, rule }) => [`${child}.${column} → ${parent}` as const, rule]),
  )
}

/** Columns that are named after another row and have no foreign key. */
export async function looseColumnsOf(db: Db): Promise<string[]> {
  const keyed = new Set([...(await foreignKeysOf(db)).keys()].map((key) => key.split(' → ')[0]))
  const tables = await db.introspection.getTables()
  return tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter((column) => /[a-z]Ids?$/.test(column) && !keyed.has(column))
}
