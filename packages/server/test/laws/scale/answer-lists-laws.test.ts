import { contract } from '@vitrine/contract'
import { PLACED_KINDS, SHOWN_AREAS } from '@vitrine/contract/api/accounts/access'
import { KEY_NETWORKS_MAX, KEYS_MAX } from '@vitrine/contract/api/accounts/api-keys'
import { DOMAINS_MAX } from '@vitrine/contract/api/accounts/identity-provider'
import { CUSTOM_ROLES_MAX, ROLE_PEOPLE_NAMED, ROLE_ROWS_MAX } from '@vitrine/contract/api/accounts/roles'
import { SCOPE_MAX } from '@vitrine/contract/api/accounts/scope'
import { RECOVERY_CODES } from '@vitrine/contract/api/accounts/second-factor'
import { TAGS_PER_ITEM_MAX, TAGS_PER_ORGANIZATION_MAX } from '@vitrine/contract/api/base/tags'
import { DECK_PAGES_MAX } from '@vitrine/contract/api/content/conversions/decks'
import { VERSIONS_KEPT } from '@vitrine/contract/api/content/page-versions'
import { REVIEWERS_NAMED, SHOWS_ANSWERED } from '@vitrine/contract/api/content/storyboards'
import { STYLES_MAX } from '@vitrine/contract/api/content/styles'
import { SOURCE_COLUMNS_MAX } from '@vitrine/contract/api/data/sources'
import { ALERT_EMAILS_MAX, ALERT_MOBILES_MAX } from '@vitrine/contract/api/operations/alerts'
import { REMOVED_USES_MAX } from '@vitrine/contract/api/operations/deletions'
import { WEBHOOK_DELIVERIES_LISTED, WEBHOOKS_MAX } from '@vitrine/contract/api/operations/webhooks'
import { HOLIDAY_DAYS_MAX } from '@vitrine/contract/api/screens/holidays'
import { LAYERS_MAX } from '@vitrine/contract/api/screens/layers'
import { PLANNED_LISTED } from '@vitrine/contract/api/screens/manual-switches'
import { SHEET_DAYS_MAX, SHEET_PROOFS } from '@vitrine/contract/api/screens/play-sheets'
import { SCREEN_FIELDS_MAX } from '@vitrine/contract/api/screens/screen-values'
import { EXCEPTIONS_MAX } from '@vitrine/contract/api/screens/slots'
import { TRIGGERS_MAX } from '@vitrine/contract/api/screens/triggers'
import { BULK_MAX } from '@vitrine/contract/body-limits'
import { BACKDROP_FIELDS } from '@vitrine/contract/document/backdrop'
import { FRAME_FIELDS } from '@vitrine/contract/document/frame'
import { PART_VALUES_MAX } from '@vitrine/contract/document/part-use'
import { LINKS_MAX } from '@vitrine/contract/document/style-kinds'
import { FONT_PARTS } from '@vitrine/contract/fields/font-parts'
import { ROLE_AREAS } from '@vitrine/contract/permissions'
import { routesOf, writes } from '@vitrine/contract/route'
import { TESTS_MAX } from '@vitrine/contract/schedule/conditions'
import { LOCAL_ENTRIES_MAX } from '@vitrine/contract/schedule/local-slot'
import { PLAYS_PER_ROUND_MAX, STORYBOARD_DEPTH_MAX } from '@vitrine/contract/schedule/page-order'
import { RULE_NAMES_MAX, RULE_PARTS } from '@vitrine/contract/schedule/screen-rule'
import { ALLOWED_SITES_MAX } from '@vitrine/contract/sites/allowed-sites'
import { WEBHOOK_TOPICS } from '@vitrine/contract/webhook-topics'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { isList } from '#app/mount/list-parts.ts'
import { USES_LISTED_MAX } from '#lib/errors.ts'

interface Definition {
  type: string
  checks?: { _zod: { def: { maximum?: number; length?: number } } }[]
  shape: Record<string, z.ZodType>
  catchall?: z.ZodType
  element: z.ZodType
  innerType: z.ZodType
  valueType: z.ZodType
  keyType: z.ZodType
  in: z.ZodType
  out: z.ZodType
  options: z.ZodType[]
  items: z.ZodType[]
  getter(): z.ZodType
}

/** The paths of the lists in an answer, and of its open values, with the most items that the schema names. */
function* listsIn(
  schema: z.ZodType,
  path = '',
  above: readonly z.ZodType[] = [],
): Generator<[string, number]> {
  if (above.includes(schema)) return
  const def = schema._zod.def as unknown as Definition
  const each = (inner: z.ZodType, name = '') => listsIn(inner, path + name, [...above, schema])
  const most = Math.min(
    ...(def.checks ?? []).map(({ _zod }) => _zod.def.maximum ?? _zod.def.length ?? Number.POSITIVE_INFINITY),
  )
  switch (def.type) {
    case 'object':
      for (const [name, field] of Object.entries(def.shape)) yield* each(field, `.${name}`)
      if (def.catchall) yield* each(def.catchall, '.*')
      return
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      yield* each(def.innerType)
      return
    case 'pipe':
      yield* each(def.in)
      yield* each(def.out)
      return
    case 'lazy':
      yield* each(def.getter())
      return
    case 'union':
      for (const option of def.options) yield* each(option)
      return
    case 'tuple':
      for (const item of def.items) yield* each(item)
      return
    case 'array':
      yield [`${path}[]`, most]
      yield* each(def.element, '[]')
      return
    case 'record':
      if ((def.keyType._zod.def as unknown as Definition).type !== 'enum')
        yield [`${path}{}`, Number.POSITIVE_INFINITY]
      yield* each(def.valueType, '{}')
      return
    case 'unknown':
    case 'any':
    case 'custom':
      yield [`${path}?`, Number.POSITIVE_INFINITY]
  }
}

/** Read while the answer is sent, as the lists with pages are; `long-list-laws.test.ts` calls them. */
const IN_PARTS = [
  'sessions.list .sessions[]',
  'floors.list .buildings[]',
  'floors.list .buildings[].floors[].devices[]',
  'media.list .media.folders[]',
  'media.folder .folder.folders[]',
  'devices.switches .switches[]',
  'devices.deliveries .deliveries[]',
  'cases.get .case.replies[]',
]

/** A screen's id takes 40 bytes, so those of all have 4 MB. */
const SCREENS = 100_000

/**
 * How many items the server puts into lists whose schema names no limit, by the end of their path, and what limits them.
 * A list of a route that the first word names.
 */
const BOUNDS: Record<string, [most: number, why: string]> = {
  '.recoveryCodes[]': [RECOVERY_CODES, 'RECOVERY_CODES'],
  '.permissions[]': [ROLE_AREAS.length, 'permissions'],
  '.kiosk.origins[]': [100, 'the body that sets them'],
  '.provider.groups[]': [50, 'the body that sets them'],
  'identityProvider.get .domains[]': [DOMAINS_MAX, 'the handler that adds one'],
  'identityProvider.update .domains[]': [DOMAINS_MAX, 'the handler that adds one'],
  'machines.policy .allowlist[]': [200, 'addresses of the server and of a kiosk'],
  '.styles[]': [STYLES_MAX, 'STYLES_MAX'],
  'apiKeys.list .keys[]': [KEYS_MAX, 'KEYS_MAX'],
  '.networks[]': [KEY_NETWORKS_MAX, 'KEY_NETWORKS_MAX'],
  '.triggers[]': [TRIGGERS_MAX, 'TRIGGERS_MAX'],
  'triggers.calls .calls[]': [500, 'CALLS_KEPT'],
  '.profile.limits[]': [2, 'of the person, and of their custom role'],
  '.reads[]': [ROLE_AREAS.length, 'permissions'],
  '.roles[]': [CUSTOM_ROLES_MAX, 'CUSTOM_ROLES_MAX'],
  '.role.groups[]': [50, 'the body that sets them'],
  '.roles[].groups[]': [50, 'the body that sets them'],
  'roles.get .names[]': [ROLE_PEOPLE_NAMED, 'ROLE_PEOPLE_NAMED'],
  '.access.areas[]': [SHOWN_AREAS.length, 'SHOWN_AREAS'],
  '.access.things[]': [PLACED_KINDS.length, 'PLACED_KINDS'],
  '.profile.limits[][]': [ROLE_ROWS_MAX, 'ROLE_ROWS_MAX'],
  '.role.rows[]': [ROLE_ROWS_MAX, 'ROLE_ROWS_MAX'],
  '.roles[].rows[]': [ROLE_ROWS_MAX, 'ROLE_ROWS_MAX'],
  '.access.rows[]': [ROLE_ROWS_MAX, 'ROLE_ROWS_MAX'],
  '.access.rows[].areas[]': [ROLE_AREAS.length, 'permissions'],
  '.access.rows[].where[]': [4 * SCOPE_MAX, 'SCOPE_MAX of each kind'],
  '.first[].rows[]': [ROLE_ROWS_MAX, 'ROLE_ROWS_MAX'],
  '.media{}': [BULK_MAX, 'what a page of at most 512 kB shows'],
  '.files{}': [2000, 'files of a package'],
  '.pages{}': [2, 'a page, and the card in it'],
  '.webhooks[]': [WEBHOOKS_MAX, 'WEBHOOKS_MAX'],
  '.archives[]': [50, 'the newest'],
  '.report.rows{}': [50, 'tables that are moved'],
  '.report.leftOut{}': [50, 'tables that stay'],
  '.topics[]': [WEBHOOK_TOPICS.length, 'topics'],
  'webhooks.deliveries .deliveries[]': [WEBHOOK_DELIVERIES_LISTED, 'WEBHOOK_DELIVERIES_LISTED'],
  '.sites[]': [ALLOWED_SITES_MAX, 'ALLOWED_SITES_MAX'],
  '.done[]': [BULK_MAX, 'BULK_MAX'],
  '.refused[]': [BULK_MAX, 'BULK_MAX'],
  '.usedIn[]': [USES_LISTED_MAX, 'USES_LISTED_MAX'],
  '.added[]': [TAGS_PER_ITEM_MAX, 'TAGS_PER_ITEM_MAX'],
  '.removed[]': [TAGS_PER_ITEM_MAX, 'TAGS_PER_ITEM_MAX'],
  '.ids[]': [BULK_MAX, 'BULK_MAX; of takeovers 1,000'],
  '.floors[]': [200, 'the body of a building'],
  '.floor.devices[]': [SCREENS, 'screens on one floor'],
  '.tags[]': [TAGS_PER_ITEM_MAX, 'TAGS_PER_ITEM_MAX'],
  '.traits.tags[]': [4 * TAGS_PER_ITEM_MAX, 'those of a screen, its group, its floor, and its building'],
  '.traits.places[]': [2, 'its floor and building'],
  'tags.list .tags[]': [TAGS_PER_ORGANIZATION_MAX, 'TAGS_PER_ORGANIZATION_MAX'],
  '.kinds[]': [4, 'kinds of things with tags'],
  '.folder.path[]': [20_000, 'folders'],
  'media.createFolder .folder.media[]': [0, 'a new folder is empty'],
  'media.createFolder .folder.folders[]': [0, 'a new folder is empty'],
  'media.updateFolder .folder.media[]': [50, 'the first page'],
  'media.updateFolder .folder.folders[]': [200, 'FOLDERS_MAX, with the first page'],
  'media.upload .media[]': [BULK_MAX, 'the parts of a multipart body'],
  '.first[]': [USES_LISTED_MAX, 'USERS_LISTED'],
  '.uploads[]': [60, 'UNFINISHED_MAX'],
  '.versions[]': [VERSIONS_KEPT, 'VERSIONS_KEPT'],
  'mediaVersions.list .versions[]': [10_000, 'files of 30 days within the total storage'],
  'deckVersions.list .versions[]': [10_000, 'files of 30 days within the total storage'],
  '.codecs[]': [20, 'those that the player knows'],
  '.hosts[]': [20, 'the hosts of one stream'],
  '.removed.pages[]': [DECK_PAGES_MAX, 'DECK_PAGES_MAX'],
  '.conversions[]': [200, 'the newest'],
  '.rows[][]': [SOURCE_COLUMNS_MAX, 'SOURCE_COLUMNS_MAX'],
  'layouts.documents .layouts[]': [200, 'a page of the list, and a megabyte'],
  'cards.documents .cards[]': [200, 'a page of the list, and a megabyte'],
  '.frame{}': [Object.keys(FRAME_FIELDS).length, 'FRAME_FIELDS'],
  '.frame{}?': [1, 'a document has at most 512 kB'],
  '.widgets[].use.values{}': [PART_VALUES_MAX, 'USE_VALUES_BYTES; fields of the part'],
  '.widgets[].use.values{}?': [1, 'USE_VALUES_BYTES'],
  'parts.list .parts[]': [200, 'a page of the list, and a megabyte'],
  '.widgets[].styles{}': [LINKS_MAX, 'LINKS_MAX'],
  '.value{}': [Object.keys(FONT_PARTS).length + 4, 'FONT_PARTS, and the font'],
  '.value{}?': [1, 'what fields take'],
  '.backdrop{}': [Object.keys(BACKDROP_FIELDS).length, 'BACKDROP_FIELDS'],
  '.backdrop{}?': [1, 'a document has at most 512 kB'],
  '.config.inputs[].value?': [1, 'a document has at most 512 kB'],
  'packages.schema ?': [1, 'PACKAGE_JSON_MAX'],
  'packages.model ?': [1, 'PACKAGE_JSON_MAX'],
  'packages.widgets ?': [1, 'PACKAGE_JSON_MAX'],
  'shelf.list .items[]': [60, 'a page of the list'],
  '.items[]': [500, 'the body of a storyboard; 4 MB of an organization'],
  '.when.tests[]': [TESTS_MAX, 'TESTS_MAX'],
  '.shows[]': [500, 'times of its items'],
  '.pageShows{}': [SHOWS_ANSWERED, 'SHOWS_ANSWERED'],
  '.reviewers.names[]': [REVIEWERS_NAMED, 'REVIEWERS_NAMED'],
  '.fields[]': [SCREEN_FIELDS_MAX, 'SCREEN_FIELDS_MAX'],
  '.values[]': [SCREEN_FIELDS_MAX, 'SCREEN_FIELDS_MAX'],
  '.impact.rules[]': [500, 'pages of a storyboard, or SLOTS_MAX'],
  ...Object.fromEntries(
    RULE_PARTS.map((part) => [`.screens.${part}[]`, [RULE_NAMES_MAX, 'RULE_NAMES_MAX']] as const),
  ),
  '.rule.within[]': [3, 'of the person, of their custom role, and of a key'],
  '.items[].within[]': [STORYBOARD_DEPTH_MAX, 'STORYBOARD_DEPTH_MAX'],
  '.content.entries[]': [LOCAL_ENTRIES_MAX, 'LOCAL_ENTRIES_MAX'],
  '.order.lists[]': [PLAYS_PER_ROUND_MAX, 'storyboards inside it: PLAYS_PER_ROUND_MAX'],
  '.order.lists[].entries[]': [500, 'items of a storyboard'],
  '.within[].buildings[]': [SCOPE_MAX, 'SCOPE_MAX of each grant'],
  '.within[].floors[]': [SCOPE_MAX, 'SCOPE_MAX of each grant'],
  '.within[].groups[]': [SCOPE_MAX, 'SCOPE_MAX of each grant'],
  '.slots[].except[]': [EXCEPTIONS_MAX, 'EXCEPTIONS_MAX'],
  '.results[]': [BULK_MAX, 'BULK_MAX'],
  '.planned[]': [PLANNED_LISTED, 'PLANNED_LISTED'],
  '.canceled[]': [BULK_MAX, 'BULK_MAX'],
  '.ended[]': [BULK_MAX, 'BULK_MAX'],
  '.addresses[]': [20, 'addresses of the server'],
  'devices.waiting .screens[]': [8, 'FOUND_MAX'],
  'devices.deliveryHistory .hours[]': [90 * 24, 'hours of 90 days'],
  '.lagging[]': [20, 'LAGGING_SHOWN'],
  '.failed[]': [50, 'FAILED_LISTED'],
  'unknownScreens.list .screens[]': [500, 'the newest'],
  '.devices[]': [SCREENS, 'ids of screens'],
  '.deviceGroups[]': [25_000, 'ids of groups'],
  '.slots[]': [500, 'SLOTS_MAX'],
  '.layers[]': [LAYERS_MAX, 'LAYERS_MAX'],
  '.days[]': [7, 'days of a week'],
  '.wall.screens[]': [100, 'WALL_MOST squared'],
  '.gaps[]': [100, 'LISTED_MAX'],
  '.ending[]': [100, 'LISTED_MAX'],
  '.holidays[]': [HOLIDAY_DAYS_MAX * 10, 'a few on each day'],
  '.countries[]': [300, 'those of the library'],
  '.apart[]': [3, 'STEP_KINDS'],
  '.times[]': [12, 'the body of a configuration'],
  '.also[]': [BULK_MAX * 60, 'the storyboards of a group, and their pages'],
  'trash.restoreMany .restored[]': [BULK_MAX, 'BULK_MAX'],
  'deletions.look .items[]': [BULK_MAX, 'BULK_MAX'],
  'deletions.everywhere .removedFrom[]': [REMOVED_USES_MAX, 'REMOVED_USES_MAX'],
  '.takeovers[]': [50, 'LISTED'],
  '.hours[]': [31 * 24, 'the longest time of a report'],
  'plays.report .report.items[]': [100, 'ROWS_MAX'],
  'plays.report .report.screens[]': [100, 'ROWS_MAX'],
  'plays.report .report.places[]': [100, 'ROWS_MAX'],
  'plays.report .report.storyboards[]': [100, 'ROWS_MAX'],
  'plays.sheet .sheet.days[]': [SHEET_DAYS_MAX, 'SHEET_DAYS_MAX'],
  'plays.sheet .sheet.screens[]': [100, 'ROWS_MAX'],
  'plays.sheet .sheet.places[]': [100, 'ROWS_MAX'],
  'plays.sheet .sheet.proofs[]': [SHEET_PROOFS, 'SHEET_PROOFS'],
  '.counts[]': [60, 'VALUES_SHOWN'],
  'lookups.get .data[]': [100, 'cities; SOURCES_MAX'],
  '.causes[]': [20, 'kinds of causes'],
  '.emails[]': [ALERT_EMAILS_MAX, 'ALERT_EMAILS_MAX'],
  '.mobiles[]': [ALERT_MOBILES_MAX, 'ALERT_MOBILES_MAX'],
  'jobs.list .jobs[]': [30, 'jobs of the server'],
  '.result{}': [30, 'counts of a job'],
  'backups.list .backups[]': [1000, 'backups in a folder, which only the server writes'],
  'backups.checked .databaseProblems[]': [100, 'lines of a check'],
  'backups.checked .damaged[]': [10_000, 'damaged files of the server, for its super admins'],
  'backups.checked .damaged[].media[]': [20, 'that are listed'],
  'backups.checked .damaged[].screens[]': [20, 'that are listed'],
  '.disks[]': [10, 'folders of the server'],
  '.holds[]': [10, 'folders of the server'],
  '.warnings[]': [50, 'causes'],
}

/** Items that an answer may have without parts. */
const LONG = 500
/** Ids of 40 bytes, paths, and what a restored thing brings with it. */
const GROWING_WRITES = ['.devices[]', '.deviceGroups[]', '.path[]', '.also[]']

const found = routesOf(contract).flatMap(({ name, route }) =>
  typeof route.response === 'string'
    ? []
    : [...listsIn(route.response)]
        .filter(
          ([path, most]) =>
            most === Number.POSITIVE_INFINITY && !(isList(route) && /^\.\w+(\.media)?\[\]$/.test(path)),
        )
        .map(([path]) => `${name} ${path}`),
)
const unbounded = [...new Set(found)]

const boundOf = (list: string) =>
  Object.keys(BOUNDS)
    .filter((end) => list === end || (end.startsWith('.') && list.endsWith(end)))
    .sort((one, other) => other.length - one.length)[0]

it('every list in an answer is limited, or read in parts', () => {
  expect(unbounded.filter((list) => !IN_PARTS.includes(list) && !boundOf(list))).toEqual([])
})

it('every row of the table limits a list that the contract has', () => {
  const used = new Set(unbounded.filter((list) => !IN_PARTS.includes(list)).map(boundOf))
  expect(Object.keys(BOUNDS).filter((end) => !used.has(end))).toEqual([])
  expect(IN_PARTS.filter((list) => !unbounded.includes(list))).toEqual([])
})

it('no answer of a write has a list that grows with what others save', () => {
  const written = routesOf(contract).flatMap(({ name, route }) => (writes(route) ? [name] : []))
  const long = unbounded.filter((list) => {
    const [most] = BOUNDS[boundOf(list) ?? ''] ?? [Number.POSITIVE_INFINITY]
    return written.includes(list.split(' ')[0] ?? '') && most > LONG
  })
  expect(long.filter((list) => !GROWING_WRITES.some((end) => list.endsWith(end)))).toEqual([])
})
