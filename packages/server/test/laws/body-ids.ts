import { hash } from 'node:crypto'
// The ids in the bodies of all routes, for the laws.
import { contract } from '@vitrine/contract'
import { type Route, routesOf, writes } from '@vitrine/contract/route'
import { z } from 'zod'
import { entityOf } from '#test/paths.ts'
import { row } from '#test/roles.ts'

/** Which entity a key of a body points to. A key that looks like an id and is in neither table fails the law. */
const POINTS_TO: Record<string, string> = {
  folderId: 'folders',
  thumbnailId: 'thumbnails',
  cardId: 'cards',
  layoutId: 'layouts',
  storyboardId: 'storyboards',
  defaultStoryboardId: 'storyboards',
  deviceGroupId: 'deviceGroups',
  floorId: 'floors',
  placeId: 'buildings',
  deviceId: 'devices',
  configurationId: 'deviceConfigurations',
  itemId: 'cards',
  logoId: 'media',
  breakGlassId: 'admins',
  roleId: 'roles',
  defaultRoleId: 'roles',
  replacementId: 'roles',
  fieldId: 'screenFields',
  '/screen-values changes.[].id': 'devices',
  '/local-content storyboardId': 'slotted',
  mediaId: 'media',
  'mediaIds.[]': 'media',
  fallbackId: 'media',
  audioId: 'audio',
  templateId: 'cards',
  'targets.ids.[]': 'devices',
  'devices.[]': 'devices',
  'deviceGroups.[]': 'deviceGroups',
  'screens.[]': 'devices',
  'changes.[].id': 'approvals',
  'buildings.[]': 'buildings',
  'floors.[]': 'floors',
  'groups.[]': 'deviceGroups',
  'folders.[]': 'folders',
  pageId: 'layouts',
}
/**
 * `organizationId` has a separate law, an upload is its person's, and authenticators name their credentials; the others
 * name parts of the sent document itself.
 */
const POINTS_NOWHERE = [
  'credential.id',
  'credential.rawId',
  'scope.folders',
  'organizationId',
  'uploadId',
  'clientId',
  'levels.devices',
  'levels.buildings',
  'floors.[].id',
  'slot.id',
  'slotId',
  'widgets.[].id',
  // People who can't see the page are left out.
  'mentions.[]',
  'widget.id',
]

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** The places of a body that hold ids, as paths like `schedule.slots.[].storyboardId`. */
function idsOf(schema: JsonSchema, path: string[] = []): string[] {
  const inside = [
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((each) =>
      idsOf(each, path),
    ),
    ...(schema.items ? idsOf(schema.items, [...path, '[]']) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) => idsOf(each, [...path, key])),
  ]
  const name = path.slice(path.at(-1) === '[]' ? -2 : -1).join('.')
  const isId =
    /(Ids?|\bids?|^devices|^deviceGroups|^screens|^buildings|^floors|^groups|^folders)(\.\[\])?$/.test(name)
  return [...new Set(isId && !schema.properties && !schema.items ? [path.join('.'), ...inside] : inside)]
}

const lastWords = (path: string) => {
  const words = path.split('.')
  return words.slice(words.at(-1) === '[]' ? -2 : -1).join('.')
}

/** The `ids` of a bulk call are of the route's own kind. */
export const pointsTo = (route: Route, path: string): string | undefined =>
  path === 'ids.[]'
    ? entityOf(route)
    : (POINTS_TO[`${route.path} ${path}`] ?? POINTS_TO[path] ?? POINTS_TO[lastWords(path)])

const scopeOf = (chosen: Record<string, string[]>) => ({
  scope: { places: { buildings: [], floors: [], groups: [], ...chosen } },
})

const inRow = ({ scope }: { scope: object }) => ({ rows: [row({}), row({}, scope)] })

/** Fields a body needs besides an id to be valid. */
export const BESIDE: Record<string, (id: string) => Record<string, unknown>> = {
  'screens.[].deviceId': (id) => ({ screens: [{ deviceId: id }] }),
  'items.[].cardId': (cardId) => ({ type: 'standard', items: [{ cardId, duration: 5 }] }),
  'items.[].layoutId': (layoutId) => ({ type: 'designed', items: [{ layoutId, duration: 5 }] }),
  'items.[].storyboardId': (storyboardId) => ({ type: 'designed', items: [{ storyboardId, duration: 5 }] }),
  'schedule.defaultStoryboardId': (id) => ({
    storyboardId: id,
    schedule: { timezone: 'Etc/GMT-2', defaultStoryboardId: id, slots: [] },
  }),
  'schedule.slots.[].storyboardId': (storyboardId) => ({
    schedule: {
      timezone: 'Etc/GMT-2',
      slots: [{ from: '08:00 AM', to: '09:00 AM', storyboardId }],
    },
  }),
  'schedule.layers.[].storyboardId': (storyboardId) => ({
    schedule: {
      timezone: 'Etc/GMT-2',
      slots: [],
      layers: [{ name: 'Ticker', place: { kind: 'bottom' }, storyboardId }],
    },
  }),
  storyboardId: (storyboardId) => ({ storyboardId, schedule: undefined }),
  'brand.logoId': (logoId) => ({ brand: { primary: '#124559', accent: '#f0a202', logoId } }),
  'wall.screens.[]': (id) => ({
    devices: [id],
    wall: { columns: 1, rows: 1, panelWidth: 900, panelHeight: 500, gapX: 4, gapY: 4, screens: [id] },
  }),
  'report.about.storyboardId': (storyboardId) => ({ report: { every: 'day', about: { storyboardId } } }),
  'report.about.itemId': (itemId) => ({ report: { every: 'day', about: { itemId } } }),
  'entries.[].mediaId': (mediaId) => ({ entries: [{ mediaId }] }),
  'entries.[].cardId': (cardId) => ({ entries: [{ cardId }] }),
  'entries.[].layoutId': (layoutId) => ({ entries: [{ layoutId }] }),
  'stream.fallbackId': (fallbackId) => ({ stream: { fallbackId } }),
  'mediaIds.[]': (id) => ({ name: 'Slides', mediaIds: [id] }),
  'ids.[]': (id) => ({ ids: [id], folderId: null }),
  'changes.[].id': (id) => ({ changes: [{ id, state: hash('sha256', `${id} `) }] }),
  'groups.[].roleId': (roleId) => ({ groups: [{ group: 'Staff', role: '2', roleId }] }),
  'targets.ids.[]': (id) => ({ targets: { kind: 'devices', ids: [id] } }),
  'devices.[]': (id) => ({ devices: [id] }),
  'deviceGroups.[]': (id) => ({ deviceGroups: [id] }),
  'scope.places.buildings.[]': (id) => scopeOf({ buildings: [id] }),
  'scope.places.floors.[]': (id) => scopeOf({ floors: [id] }),
  'scope.places.groups.[]': (id) => scopeOf({ groups: [id] }),
  'scope.folders.[]': (id) => ({ scope: { places: null, folders: [id] } }),
  'rows.[].scope.places.buildings.[]': (id) => inRow(scopeOf({ buildings: [id] })),
  'rows.[].scope.places.floors.[]': (id) => inRow(scopeOf({ floors: [id] })),
  'rows.[].scope.places.groups.[]': (id) => inRow(scopeOf({ groups: [id] })),
  'rows.[].scope.folders.[]': (id) => inRow({ scope: { places: null, folders: [id] } }),
}

/** Those of people. */
export const routes = routesOf(contract)
  .map(({ route }) => route)
  .filter(({ who }) => typeof who === 'object')
export const places = routes.flatMap((route) =>
  route.body && writes(route)
    ? idsOf(z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
        .filter((path) => !POINTS_NOWHERE.some((each) => path === each || path.endsWith(`.${each}`)))
        .map((path) => [`${route.method} ${route.path}: ${path}`, route, path] as const)
    : [],
)
