// What an archive has of each table with an organization, and why it lacks the rest.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { pageSpans } from '@vitrine/contract/schedule/show-dates'
import { searchKey } from '@vitrine/contract/search-key'
import { newSecret } from '#lib/ids.ts'
import { DECOY } from '#lib/security/passwords.ts'
import { hashSecret } from '#lib/security/tokens.ts'

export type Value = string | number | null
export type Row = Record<string, Value>

/** A column that an import computes. */
interface Made {
  why: string
  value(row: Row, context: { now: number; id: string }): Value
}

export interface MovedTable {
  /** Columns in the archive, besides the id; ids in them are mapped. */
  columns: readonly string[]
  made: Readonly<Record<string, Made>>
}

const made = (why: string, value: Made['value']): Made => ({ why, value })
const text = (value: Value | undefined) => String(value ?? '')

const ORDER = 'a trigger of the database sets it'
/** Not written: the database does. */
export const BY_DATABASE = ['nameOrder']
const order = made(ORDER, () => null)
const nameKey = made('the search form of the name', ({ name }) => searchKey(text(name)))
/** Names of what was made for something else stay free for people; see `madeKey`. */
const madeNameKey = made('the search form of the name', ({ name, madeFor }, { id }) =>
  madeFor === null ? searchKey(text(name)) : `${searchKey(text(name))} ${id}`,
)
const named = { nameKey, nameOrder: order }
const bytes = made('the size of the document', ({ document }) => Buffer.byteLength(text(document)))
const UNSEEN = 'no screen has it yet'
const published = {
  manifestVersion: made(UNSEEN, () => 0),
  manifestHash: made(UNSEEN, () => ''),
  manifestAt: made(UNSEEN, () => 0),
}
const times = ['createdAt', 'updatedAt'] as const
const edited = ['version', ...times] as const
const file = ['sha256', 'mimetype', 'size'] as const

function spansOf(document: string): string | null {
  const spans = pageSpans(JSON.parse(document) as LayoutDocument)
  return spans && JSON.stringify(spans)
}

/** In an order in which rows can be inserted, except for the columns of `LATER`. */
export const MOVED = {
  organizations: {
    columns: [
      ...['name', 'primaryColour', 'accentColour', 'logoId', 'region', 'playDays', 'branded'],
      ...['requiresSecondFactor', 'approval', 'fourEyes', 'approvalDays', ...edited],
    ],
    made: {
      ...named,
      isHome: made('an installation has one home organization', () => 0),
      unconfirmed: made('a super admin imports it', () => 0),
      storageMb: made('the operator of each installation decides', () => null),
      host: made('a host name leads to one installation', () => null),
      playNumber: made('numbers belong to the installation', () => null),
    },
  },
  allowed_sites: { columns: ['host'], made: {} },
  custom_roles: { columns: ['name', 'rows', ...edited], made: { nameKey } },
  users: {
    columns: [
      'email',
      'role',
      'roleId',
      'firstName',
      'lastName',
      'mobile',
      'permissions',
      'scope',
      ...edited,
    ],
    made: {
      emailKey: made('the search form of the address', ({ email }) => searchKey(text(email))),
      nameKey: made('the search form of the name', (row) =>
        searchKey(`${text(row.firstName)} ${text(row.lastName)}`),
      ),
      nameOrder: order,
      passwordHash: made('a secret: people choose a new password', () => DECOY),
      emailVerified: made('proved to an installation', () => 0),
      mobileVerified: made('proved to an installation', () => 0),
    },
  },
  tags: { columns: ['name'], made: named },
  thumbnails: { columns: [...file, 'screenshotId', 'createdAt'], made: {} },
  folders: {
    columns: ['folderId', 'name', ...edited],
    made: { ...named, parentKey: made('the folder again, for names', ({ folderId }) => folderId ?? '') },
  },
  screen_fields: { columns: ['name', 'kind', 'source', ...edited], made: { nameKey } },
  sources: {
    columns: [
      ...['name', 'kind', 'url', 'path', 'sheet', 'stop', 'timezone', 'days', 'every', 'data'],
      ...['found', 'rows', 'fetchedAt', 'checkedAt', 'note', 'savedBy', ...edited],
    ],
    made: {
      ...named,
      nextAt: made('fetched again soon', ({ url }, { now }) => (url === '' ? null : now)),
      error: made('of the last fetch by the other installation', () => ''),
      failures: made('of the other installation', () => 0),
      failingSince: made('of the other installation', () => null),
    },
  },
  styles: { columns: ['kind', 'name', 'value', ...edited], made: { nameKey } },
  pages: {
    columns: [
      ...['kind', 'name', 'width', 'height', 'document', 'thumbnailId', 'isTemplate', 'madeFor'],
      ...edited,
    ],
    made: {
      nameKey: madeNameKey,
      nameOrder: order,
      bytes,
      shows: made('computed from the document', ({ document }) => spansOf(text(document))),
      listed: made('found again within a minute', () => null),
    },
  },
  media: {
    columns: [
      ...['folderId', 'name', ...file, 'width', 'height', 'duration', 'codec', 'face', 'web'],
      ...['captionsSha256', 'captionsSize', 'captionsLanguage', 'thumbnailId', 'cardId', ...edited],
    ],
    made: named,
  },
  media_versions: {
    columns: [
      ...['mediaId', ...file, 'width', 'height', 'duration', 'codec', 'face', 'thumbnailId'],
      ...['version', 'replacedBy', 'replacedAt', 'expiresAt'],
    ],
    made: {},
  },
  page_versions: {
    columns: ['pageId', 'version', 'name', 'document', 'savedBy', 'savedAt'],
    made: { bytes },
  },
  comments: {
    columns: [
      ...['pageId', 'userId', 'author', 'text', 'mentions', 'x', 'y', 'widget', 'resolvedBy', 'resolvedAt'],
      ...['createdAt', 'editedAt'],
    ],
    made: {},
  },
  comment_replies: {
    columns: ['pageId', 'commentId', 'userId', 'author', 'text', 'mentions', 'createdAt', 'editedAt'],
    made: {},
  },
  comment_mentions: {
    columns: ['pageId', 'commentId', 'replyId', 'userId', 'by', 'createdAt'],
    made: {},
  },
  storyboards: {
    columns: [
      ...['name', 'type', 'mode', 'width', 'height', 'idleSeconds', 'audioId', 'shuffle', 'items'],
      ...[
        'status',
        'approved',
        'approvedVersion',
        'savedBy',
        'savedAt',
        'decision',
        'decidedBy',
        'decidedAt',
      ],
      ...['decisionNote', 'madeFor', 'slot', 'placeId', ...edited],
    ],
    made: { nameKey: madeNameKey, nameOrder: order },
  },
  decks: {
    columns: ['folderId', 'name', ...file, 'pages', 'duration', 'storyboardId', ...edited],
    made: {},
  },
  deck_pages: { columns: ['deckId', 'page', 'mediaId', 'layoutId'], made: {} },
  deck_versions: {
    columns: [
      ...['deckId', 'version', 'name', ...file, 'pages', 'removed', 'replacedBy', 'replacedAt'],
      'expiresAt',
    ],
    made: {},
  },
  buildings: { columns: ['name', 'location', 'coordinates', ...edited], made: named },
  floors: { columns: ['buildingId', 'name', 'position', 'planId'], made: {} },
  device_groups: {
    columns: ['name', 'programme', 'nextProgramme', 'activateAt', 'settledAt', 'wall', 'rule', ...edited],
    made: { ...named, ...published },
  },
  devices: {
    columns: [
      ...['name', 'type', 'screenSize', 'otherSize', 'deviceGroupId', 'floorId', 'overrideStoryboardId'],
      ...['overrideSince', 'overrideBy', 'overrideEnd', 'overrideUntil'],
      ...['ruleGroupId', 'cameFrom', 'pinnedTo', ...edited],
    ],
    made: {
      ...named,
      ...published,
      licenceId: made('licenses belong to the installation', () => null),
      tokenHash: made('a secret: the screen pairs again', () => hashSecret(newSecret())),
      pin: made('a secret: it gets a new one when it pairs', () => ''),
    },
  },
  floor_places: { columns: ['deviceId', 'floorId', 'x', 'y', 'facing'], made: {} },
  planned_switches: {
    columns: ['deviceId', 'storyboardId', 'startsAt', 'end', 'until', 'by', 'createdAt'],
    made: {},
  },
  device_configurations: {
    columns: [
      ...['name', 'type', 'screenSize', 'otherSize', 'orientation', 'volume', 'hours', 'volumeTimes'],
      ...['updates', 'downloadMbit', 'downloadHours', 'shareFiles', 'region', ...edited],
    ],
    made: named,
  },
  configuration_uses: { columns: ['configurationId', 'deviceId', 'deviceGroupId'], made: {} },
  saved_versions: {
    columns: [
      ...['storyboardId', 'deviceGroupId', 'version', 'name', 'document', 'parts', 'savedBy', 'savedAt'],
    ],
    made: { bytes, request: made('names an entry of the audit log, which stays', () => '') },
  },
  screen_values: { columns: ['fieldId', 'buildingId', 'floorId', 'deviceId', 'value'], made: {} },
  tag_uses: {
    columns: [
      ...['tagId', 'mediaId', 'pageId', 'storyboardId', 'deviceId', 'deviceGroupId', 'floorId'],
      'buildingId',
    ],
    made: {},
  },
  alert_rules: {
    columns: ['name', 'causes', 'minutes', 'emails', 'mobiles', 'quiet', 'report', ...edited],
    made: {
      ...named,
      webhook: made('its path may be a secret of the receiver', () => ''),
      reportAt: made('reports begin with the import', (_, { now }) => now),
      checkedAt: made('evaluated from the import on', (_, { now }) => now),
      watchedSince: made('evaluated from the import on', (_, { now }) => now),
    },
  },
  answers: {
    columns: [
      ...['deviceId', 'deviceName', 'pageId', 'pageName', 'widgetId', 'type', 'question', 'value'],
      'answeredAt',
    ],
    made: {},
  },
} as const satisfies Record<string, MovedTable>
export type MovedName = keyof typeof MOVED
export const MOVED_NAMES = Object.keys(MOVED) as MovedName[]
export const movedTable = (name: MovedName): MovedTable => MOVED[name]

/** A web package is its zip, which `media` has, and the values of its form. */
export const PACKAGES = 'packages'

/** Columns that lead to a row of another table, which must be in the archive. */
export const KEYS: Partial<Record<MovedName, Readonly<Record<string, MovedName>>>> = {
  organizations: { logoId: 'media' },
  users: { roleId: 'custom_roles' },
  thumbnails: { screenshotId: 'thumbnails' },
  folders: { folderId: 'folders' },
  pages: { thumbnailId: 'thumbnails' },
  media: { folderId: 'folders', thumbnailId: 'thumbnails', cardId: 'pages' },
  media_versions: { mediaId: 'media', thumbnailId: 'thumbnails' },
  page_versions: { pageId: 'pages' },
  comments: { pageId: 'pages' },
  comment_replies: { pageId: 'pages', commentId: 'comments' },
  comment_mentions: { pageId: 'pages', commentId: 'comments', replyId: 'comment_replies' },
  storyboards: { audioId: 'media' },
  decks: { folderId: 'folders', storyboardId: 'storyboards' },
  deck_pages: { deckId: 'decks', mediaId: 'media', layoutId: 'pages' },
  deck_versions: { deckId: 'decks' },
  floors: { buildingId: 'buildings', planId: 'media' },
  devices: { deviceGroupId: 'device_groups', floorId: 'floors' },
  floor_places: { deviceId: 'devices', floorId: 'floors' },
  planned_switches: { deviceId: 'devices', storyboardId: 'storyboards' },
  configuration_uses: {
    configurationId: 'device_configurations',
    deviceId: 'devices',
    deviceGroupId: 'device_groups',
  },
  saved_versions: { storyboardId: 'storyboards', deviceGroupId: 'device_groups' },
  screen_values: {
    fieldId: 'screen_fields',
    buildingId: 'buildings',
    floorId: 'floors',
    deviceId: 'devices',
  },
  tag_uses: {
    tagId: 'tags',
    mediaId: 'media',
    pageId: 'pages',
    storyboardId: 'storyboards',
    deviceId: 'devices',
    deviceGroupId: 'device_groups',
    floorId: 'floors',
    buildingId: 'buildings',
  },
}

/** Rows with the id of another one. */
export const IDS_OF: Partial<Record<MovedName, (row: Row) => Value | undefined>> = {
  floor_places: ({ deviceId }) => deviceId,
  configuration_uses: ({ deviceId, deviceGroupId }) => deviceId ?? deviceGroupId,
}

/** Columns of rows that may be inserted before what they lead to: set once all rows are there. */
export const LATER: Partial<Record<MovedName, readonly string[]>> = {
  organizations: ['logoId'],
  thumbnails: ['screenshotId'],
  folders: ['folderId'],
}

/** Tables whose rows an import computes from others. */
export const COMPUTED: Record<string, string> = {
  web_photos: 'photographed again there',
  packages: 'unpacked again from the file of the media item, with the values of the archive',
  package_files: 'unpacked again from the file of the media item',
  package_versions: 'made again from the values',
  template_widgets: 'the widgets of templates',
  references: 'the ids inside documents',
  approved_copies: 'copied again from what is approved and unchanged; what waits is approved there',
  approved_files: 'see approved_copies',
}

const SECRETS = 'secrets are never exported'
const MACHINES = 'belongs to the paired machine, which pairs again'
const HISTORY = 'history of the installation, which has its own downloads'
const OPERATOR = 'between the organization and the operator of the installation'
const PASSING = 'kept for a short time only'

/** Tables that stay, and why. `reported`: people miss its rows, so the report counts them. */
export const LEFT: Record<string, { why: string; reported?: true }> = {
  sessions: { why: SECRETS },
  second_factors: { why: SECRETS, reported: true },
  web_logins: { why: SECRETS, reported: true },
  passkeys: { why: 'they belong to the address of the installation' },
  identity_providers: { why: 'its client and its addresses belong to the installation', reported: true },
  identities: { why: "names of people at a provider that isn't set up there" },
  email_domains: { why: 'proved to an installation', reported: true },
  api_keys: { why: SECRETS, reported: true },
  known_addresses: { why: 'protects logins here' },
  kiosks: { why: SECRETS, reported: true },
  licences: { why: OPERATOR, reported: true },
  cases: { why: OPERATOR, reported: true },
  case_replies: { why: OPERATOR },
  machine_keys: { why: MACHINES },
  device_states: { why: MACHINES },
  pictures: { why: MACHINES },
  player_updates: { why: MACHINES },
  screen_updates: { why: MACHINES },
  deliveries: { why: MACHINES },
  triggers: { why: 'its address is a secret, shown once', reported: true },
  trigger_raises: { why: 'of triggers' },
  trigger_calls: { why: 'of triggers' },
  webhooks: { why: 'its address and secret are secrets of the receiver', reported: true },
  webhook_deliveries: { why: 'of webhooks' },
  takeovers: { why: 'a running one must not start on other screens, and ended ones are history' },
  alert_problems: { why: HISTORY },
  alert_messages: { why: HISTORY },
  play_items: { why: HISTORY, reported: true },
  play_screens: { why: HISTORY },
  answer_days: { why: 'what was used of a daily limit' },
  audit_entries: { why: 'chained to what this installation did', reported: true },
  audit_things: { why: 'see audit_entries' },
  audit_chains: { why: 'see audit_entries' },
  trash: { why: 'deleted', reported: true },
  trash_rows: { why: 'deleted' },
  trash_files: { why: 'deleted' },
  uploads: { why: PASSING },
  conversions: { why: PASSING },
  archives: { why: PASSING },
  given_answers: { why: PASSING },
  edits: { why: PASSING },
  failing_loads: { why: PASSING },
}
