import { sql } from 'kysely'
import { ORGANIZATION_CONTENT } from '#accounts/organizations/queries.ts'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** `child.column → parent`. */
export type ForeignKey = `${string}.${string} → ${string}`

/**
 * What deleting the parent does.
 * - `deleted first`: the feature deletes the rows before the parent.
 * - `refused`: as the samples of `refusals.ts` with these names show.
 * - `through`: another foreign key of the row decides whether it is deleted or kept.
 * - `never`: no deletion reaches the parent while it is in use.
 */
export type Fate = 'deleted first' | { refused: string[] } | { through: ForeignKey } | { never: string }

/** Rows that keep their organization from being deleted. */
const IN_ORGANIZATION: [ForeignKey, Fate][] = ORGANIZATION_CONTENT.map(({ table }) => [
  `${table}.organizationId → organizations`,
  { refused: ['organization with content'] },
])
const THUMBNAIL: Fate = { never: 'no route deletes thumbnails, and the cleanup skips those in use' }

/** Every foreign key without an action in the database; those with `cascade` or `set null` need no entry. */
export const FOREIGN_KEYS: Record<ForeignKey, Fate> = {
  ...Object.fromEntries(IN_ORGANIZATION),
  'users.roleId → custom_roles': { refused: ['role of a person'] },
  'identity_providers.defaultRoleId → custom_roles': { refused: ['role of a provider'] },
  'deck_pages.organizationId → organizations': { through: 'deck_pages.deckId → decks' },
  'deck_versions.organizationId → organizations': { through: 'deck_versions.deckId → decks' },
  'decks.organizationId → organizations': { through: 'decks.folderId → folders' },
  'devices.floorId → floors': { refused: ['building with a screen'] },
  'devices.licenceId → licences': { refused: ['license with a screen'] },
  'floors.organizationId → organizations': { through: 'floors.buildingId → buildings' },
  'media.thumbnailId → thumbnails': THUMBNAIL,
  'media_versions.organizationId → organizations': { through: 'media_versions.mediaId → media' },
  'media_versions.thumbnailId → thumbnails': THUMBNAIL,
  'package_files.organizationId → organizations': { through: 'package_files.packageId → packages' },
  'package_versions.organizationId → organizations': { through: 'package_versions.packageId → packages' },
  'packages.organizationId → organizations': { through: 'packages.id → media' },
  'page_versions.organizationId → organizations': { through: 'page_versions.pageId → pages' },
  'pages.thumbnailId → thumbnails': THUMBNAIL,
  'planned_switches.storyboardId → storyboards': { refused: ['storyboard planned for a screen'] },
  'template_widgets.organizationId → organizations': { through: 'template_widgets.pageId → pages' },
  'thumbnails.organizationId → organizations': 'deleted first',
  'thumbnails.screenshotId → thumbnails': THUMBNAIL,
}

const HISTORY = 'history keeps the names of what is gone'

/**
 * Columns that reference another row without a foreign key, and references inside documents (`table.column: what`).
 * `left`: why the target may be deleted.
 */
export const LOOSE_REFERENCES: Record<string, { refused: string[] } | { left: string }> = {
  'identity_providers.clientId': { left: 'an id at the provider' },
  'identity_providers.groups: roles': { refused: ['role of a group of a provider'] },
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
  'storyboards.approved: pages': { refused: ['layout in an approved version'] },
  'pages.document: media': { refused: ['media in a document'] },
  'package_versions.model: media': { refused: ['media in a web package'] },
  'media.web: fallback of a stream': { refused: ['media in a stream'] },
  'organizations.logoId': { refused: ['media in a brand'] },
  'floors.planId': { refused: ['media in a floor plan'] },
  'media.cardId': { refused: ['media item of a card'] },
  'pages.document: data sources': { refused: ['data source in a text'] },
  'template_widgets.widgetId': { left: 'a widget is a part of its template' },
  'storyboards.placeId': { refused: ['building with local content'] },
  'storyboards.audioId': { refused: ['audio of a storyboard'] },
  'references.fromId': { left: 'an item removes its references when it is deleted' },
  'references.toId': {
    refused: [
      'media in a document',
      'card in a storyboard',
      'layout in a storyboard',
      'storyboard in a schedule',
      'storyboard in an action',
      'storyboard in an action for another screen',
      'data source in a text',
      'building in a rule',
    ],
  },
  'storyboards.items: places of rules': { refused: ['building in a rule'] },
  'devices.ruleGroupId': { left: 'a screen whose group is gone is placed again by the rules of the others' },
  'storyboards.items: tags of rules': { left: 'a tag is a word: screens that get it again match again' },
  'pages.document: action targets': {
    left: 'a screen can always be disconnected; saving warns of the target',
  },
  'pages.document: layouts and zones of actions': {
    left: 'works inside one storyboard, which keeps its layouts; saving warns of the target',
  },
  'comments.userId': { left: HISTORY },
  'comment_replies.userId': { left: HISTORY },
  'comment_mentions.userId': { left: 'a bell that is never opened again' },
  'comments.widget: widget': { left: 'a widget is a part of its page; the comment stays where it was' },
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
  'trash.folderId': { left: 'a deleted item returns to Root without its folder' },
  'archives.userId': { left: 'an archive of a deleted author runs, and expires' },
  'passkeys.credentialId': { left: 'names a key in a device of the person' },
  'uploads.userId': { left: 'an upload of a deleted author expires' },
  'edits.userId': { left: HISTORY },
  'conversions.userId': { left: HISTORY },
  'audit_entries.actorId': { left: HISTORY },
  'audit_entries.thingId': { left: HISTORY },
  'audit_things.thingId': { left: HISTORY },
  'triggers.deviceGroupId': { left: 'a trigger is refused until its group is restored' },
  'triggers.storyboardId': { refused: ['storyboard of a trigger'] },
  'triggers.makerId': { left: 'a trigger is stopped until someone else adopts it' },
  'trigger_calls.messageId': { left: 'names a message of the caller' },
  'takeovers.targets': { left: 'a takeover ends for screens and groups that are deleted' },
}
/** The foreign keys in the database, with their action on deletion. */
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

/** Columns named after another table that have no foreign key. */
export async function looseColumnsOf(db: Db): Promise<string[]> {
  const keyed = new Set([...(await foreignKeysOf(db)).keys()].map((key) => key.split(' → ')[0]))
  const tables = await db.introspection.getTables()
  return tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter((column) => /[a-z]Ids?$/.test(column) && !keyed.has(column))
}
