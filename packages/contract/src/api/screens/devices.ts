import { z } from 'zod'
import { Origin } from '#api/accounts/kiosk.ts'
import { boundedList } from '#api/base/bounded-list.ts'
import { BulkAnswer, BulkIds, removeManyRoute } from '#api/base/bulk.ts'
import {
  AskedIds,
  Id,
  IdAnswer,
  IdParams,
  Instant,
  idList,
  ListQuery,
  NamedOrganization,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { DryRun, Impact } from '#api/base/impact.ts'
import { requiredText } from '#api/base/inputs.ts'
import { sheetRoute } from '#api/base/sheet.ts'
import { ItemTags, TagFilter, tagScreensRoute } from '#api/base/tags.ts'
import { ScreenSize } from '#api/content/layouts.ts'
import { deliveryRoutes } from '#api/screens/devices/delivery.ts'
import { pairingRoutes, TypedCode } from '#api/screens/devices/pairing.ts'
import { PutRight } from '#api/screens/devices/put-right.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { comingOnScreen } from './coming.ts'
import { CommandKind, CommandResult } from './commands.ts'
import { DEVICE_STATES } from './device-facets.ts'
import { RuledPlace } from './group-rule.ts'
import { ManualSwitch, PlannedSwitch, ScreenSwitch, SwitchInput } from './manual-switches.ts'
import { Heartbeat, PlayingReport, ScreenFacts } from './screen-report.ts'
import { OtherSize, OtherSizeInput } from './screen-size.ts'
import { Truth, TruthCounts } from './truth.ts'

/** Stored as numbers; beware that 0 is a valid type. */
export const DEVICE_TYPES = { tv: 0, mobile: 1, touch: 2 } as const
export const DeviceType = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type DeviceType = z.infer<typeof DeviceType>

/**
 * Connection and content are separate facts: is the screen reachable, and does it show the right thing. Seconds since
 * its last report.
 */
export const ONLINE_SECONDS = 180
export const LATE_SECONDS = 600
export const Connection = z.enum(['online', 'late', 'offline', 'never'])
export type Connection = z.infer<typeof Connection>
export const ContentState = z.enum(['up-to-date', 'updating', 'behind', 'unknown'])
export type ContentState = z.infer<typeof ContentState>

const State = z.enum(DEVICE_STATES, rule('invalid'))

export const Device = z.object({
  id: Id,
  name: z.string(),
  /** The address that the screen last called from. */
  ip: z.string(),
  type: DeviceType,
  screenSize: ScreenSize,
  /** Its size if it is none of the known ones; what it reports has priority. */
  otherSize: OtherSize.optional(),
  organizationId: Id,
  licenceId: Id.nullable(),
  deviceGroupId: Id.nullable(),
  deviceGroup: z.object({ id: Id, name: z.string() }).nullable(),
  floorId: Id.nullable(),
  ...RuledPlace.shape,
  /** The storyboard of its manual switch; null when the schedule decides. */
  storyboardId: Id.nullable(),
  manualSwitch: ManualSwitch.nullable(),
  connection: Connection,
  content: ContentState,
  truth: Truth,
  playing: PlayingReport.extend({
    storyboardName: z.string().nullable(),
    /** The name of the storyboard that should play, but can't be shown. */
    failingName: z.string().nullable().optional(),
  }).nullable(),
  screen: ScreenFacts.nullable(),
  lastSeenAt: Timestamp.nullable(),
  /** When the latest screenshot was taken, milliseconds since 1970; null if there is none. */
  pictureAt: z.number().nullable(),
  /** When what it shows last changed, by its clock; null if unknown. An earlier screenshot shows something else. */
  changedAt: z.number().nullable(),
  tags: ItemTags,
  /** What rules ask about it: its own and inherited tags in lowercase, its floor and building; absent: none. */
  traits: z.object({ tags: z.array(z.string()), places: z.array(Id) }).optional(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Device = z.infer<typeof Device>

/** Absent fields stay unchanged. */
export const DeviceInput = z.object({
  name: requiredText(),
  type: DeviceType.optional(),
  screenSize: ScreenSize.optional(),
  otherSize: OtherSizeInput,
  deviceGroupId: Id.nullable().optional(),
  floorId: Id.nullable().optional(),
  version: Version,
})
const Answer = z.object({ device: Device })

/** Absent fields stay unchanged; null removes the screens from their group, floor, or configuration. */
export const DevicesChange = z.object({
  ids: BulkIds,
  deviceGroupId: Id.nullable().optional(),
  floorId: Id.nullable().optional(),
  configurationId: Id.nullable().optional(),
  /** True keeps them where they are, whatever rules of groups say; false lets rules decide. */
  isPinned: z.boolean().optional(),
})
export type DevicesChange = z.infer<typeof DevicesChange>

/** The last report of a screen, for its administrators. */
export const DeviceReport = Heartbeat.pick({
  download: true,
  errors: true,
  startedAt: true,
  storage: true,
  clockError: true,
  machine: true,
  shownAt: true,
}).extend({
  /** Two machines report with the identity of this screen. */
  isCloned: z.boolean(),
  /** Opens its service corner; null without permission to change screens. */
  pin: z.string().nullable(),
})
export type DeviceReport = z.infer<typeof DeviceReport>

/** Storyboards listed with the screens that show them. */
export const SHOWING_LISTED = 60

/** How many online screens show a storyboard, and how many of them differ from what they should show. */
export const Showing = z.object({
  storyboardId: Id,
  /** Null: it was deleted. */
  name: z.string().nullable(),
  screens: z.int(),
  differs: z.int(),
})
export type Showing = z.infer<typeof Showing>
/** Buildings listed with the truth of their screens. */
export const PLACES_LISTED = 60

export const devices = {
  list: route({
    method: 'GET',
    path: '/devices',
    summary: 'List screens',
    who: { read: 'devices' },
    query: ListQuery.extend({
      only: State.optional(),
      /** For pictures of screens whose ids are known. */
      ids: AskedIds.optional(),
      buildingId: Id.optional(),
      floorId: Id.optional(),
      /** `none`: screens without a group. */
      deviceGroupId: Id.optional(),
      tag: TagFilter,
    }),
    response: z.object({ devices: z.array(Device), total: z.int().optional() }),
  }),
  import: sheetRoute('/devices', { area: 'devices', what: 'screens' }),
  states: route({
    method: 'GET',
    path: '/devices/states',
    summary: 'Count screens by status, by the storyboard that they show, and by building',
    who: { read: 'devices' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({
      states: z.record(State, z.int()),
      /** Screens that `putRight` without ids is about: they can be put right, and the caller may change them. */
      correctable: z.int(),
      /** Most screens first. */
      showing: z.array(Showing).max(SHOWING_LISTED),
      /** Buildings with screens, those with the most screens that aren't right first. */
      places: z.array(TruthCounts.extend({ buildingId: Id, name: z.string() })).max(PLACES_LISTED),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/devices/:id',
    summary: 'Get a screen',
    who: { read: 'devices' },
    params: IdParams,
    response: Answer,
  }),
  coming: comingOnScreen,
  report: route({
    method: 'GET',
    path: '/devices/report/:id',
    summary: 'Get the latest report of a screen; null before the first one',
    who: { read: 'devices' },
    params: IdParams,
    response: z.object({ report: DeviceReport.nullable() }),
  }),
  screenshot: route({
    method: 'GET',
    path: '/devices/screenshot/:id',
    summary: 'Get the latest screenshot of a screen',
    who: { read: 'devices', file: true },
    params: IdParams,
    response: 'file',
  }),
  /** The command `log` requests a new one. */
  log: route({
    method: 'GET',
    path: '/devices/log/:id',
    summary: "Download the latest log of a screen's machine as text",
    who: { write: 'devices' },
    write: false,
    params: IdParams,
    response: 'file',
  }),
  command: route({
    method: 'POST',
    path: '/devices/command/:id',
    summary:
      'Send a command to a screen: reload, show its name, take a screenshot, clear its cache, send its log, or restart its machine',
    audited: true,
    who: { write: 'devices' },
    write: false,
    params: IdParams,
    body: z.object({ kind: CommandKind }),
    response: CommandResult,
    budget: 'commands',
  }),
  /** Each screen moves only if it reaches that address and the server there knows it. */
  moveAddress: route({
    method: 'POST',
    path: '/devices/move-address',
    summary: 'Move screens to another address of this installation, such as HTTPS or a new host name',
    audited: true,
    who: { write: 'unknown-screens' },
    write: false,
    event: 'devices.moved',
    body: z.object({ ids: BulkIds, address: Origin }),
    response: z.object({ results: z.array(CommandResult.extend({ id: Id })) }),
    errors: ['NOT_FOUND'],
    budget: 'commands',
  }),
  /** Screens that a user is viewing take screenshots more often. The console repeats the call every minute. */
  lookAt: route({
    method: 'POST',
    path: '/devices/look-at',
    summary: 'Request new screenshots from screens whose screenshots are old',
    who: { read: 'devices' },
    write: false,
    body: z.object({ ids: idList(z.array(Id).max(60)) }),
    response: z.object({ asked: z.int() }),
    budget: 'screens',
  }),
  switches: route({
    method: 'GET',
    path: '/devices/switches',
    summary: 'List current and planned manual switches',
    who: { read: 'devices' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ switches: z.array(ScreenSwitch), planned: z.array(PlannedSwitch) }),
  }),
  cancelPlanned: route({
    method: 'POST',
    path: '/devices/cancel-planned',
    summary: 'Cancel planned manual switches',
    who: { write: 'devices' },
    body: z.object({ ids: idList(z.array(Id).min(1, rule('required')).max(500)) }),
    fullDisk: 'allow',
    /** Ids missing here had already started or been canceled. */
    response: z.object({ canceled: z.array(Id) }),
  }),
  /** With `since`, a switch that started later stays. */
  backToSchedule: route({
    method: 'POST',
    path: '/devices/back-to-schedule',
    summary: 'End manual switches; the screens return to their schedules',
    who: { write: 'devices' },
    body: z.object({
      screens: boundedList(
        z
          .array(z.object({ deviceId: Id, since: Instant.optional() }))
          .min(1, rule('required'))
          .max(500),
      ),
    }),
    fullDisk: 'allow',
    /** The screens whose switch ended; the others had none, or a newer one, or don't exist. */
    response: z.object({ ended: z.array(Id) }),
  }),
  /** A screen whose player shows something else, or an older version, restarts it. Without ids: all screens that differ. */
  putRight: route({
    method: 'POST',
    path: '/devices/put-right',
    summary:
      'Put screens right: end manual switches, and restart players that show something else or an older version',
    who: { write: 'devices' },
    body: z.object({ ids: BulkIds.optional(), organizationId: Id.optional() }),
    fullDisk: 'allow',
    response: PutRight,
    errors: ['NOT_FOUND'],
    budget: 'bulk',
  }),
  /** Connects and authorizes in one step. */
  claim: route({
    method: 'POST',
    path: '/devices/claim',
    summary: 'Connect the screen that shows a pairing code',
    event: 'screen.paired',
    who: { write: 'devices' },
    body: DeviceInput.extend({ code: TypedCode, organizationId: Id.optional() }),
    response: Answer,
    status: 201,
    errors: ['INVALID_CODE', 'NO_LICENCE_SEAT', 'TOO_MANY_REQUESTS'],
  }),
  /** New hardware for an existing screen: same name, group and schedule. */
  replace: route({
    method: 'POST',
    path: '/devices/replace/:id',
    summary: 'Replace the player of a screen with the one that shows a pairing code',
    event: 'screen.replaced',
    who: { write: 'devices' },
    params: IdParams,
    body: z.object({ code: TypedCode }),
    response: Answer,
    errors: ['INVALID_CODE', 'NO_LICENCE_SEAT', 'TOO_MANY_REQUESTS'],
  }),
  switchStory: route({
    method: 'POST',
    path: '/devices/:id',
    summary:
      'Play an approved storyboard now or from a time, until the next change in the schedule, a time, or until someone ends it; `dryRun` only reports what would change on the screen',
    who: { write: 'devices' },
    params: IdParams,
    query: DryRun,
    body: SwitchInput,
    fullDisk: 'allow',
    /** `plannedId`: only with `from`, to cancel the switch. */
    response: Answer.extend({ plannedId: Id.optional(), impact: Impact.optional() }),
    errors: ['NOT_APPROVED'],
  }),
  update: route({
    method: 'PUT',
    path: '/devices/:id',
    summary:
      'Update the name, type, size, group, or location of a screen; `dryRun` only reports what would change on screens',
    who: { write: 'devices' },
    params: IdParams,
    query: DryRun,
    body: DeviceInput,
    response: Answer.extend({ impact: Impact.optional() }),
    errors: ['CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/devices/:id',
    summary: 'Disconnect a screen and free its seat',
    who: { write: 'devices' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
  }),
  updateMany: route({
    method: 'POST',
    path: '/devices/update-many',
    summary:
      'Move screens to a group, a floor, or a configuration; `dryRun` only reports what would change on screens',
    who: { write: 'devices' },
    query: DryRun,
    body: DevicesChange,
    response: BulkAnswer.extend({ impact: Impact.optional() }),
    budget: 'bulk',
  }),
  tagMany: tagScreensRoute('/devices', { area: 'devices', what: 'screens' }),
  removeMany: removeManyRoute('/devices', {
    area: 'devices',
    summary: 'Disconnect screens and free their seats',
    event: 'devices.deleted',
  }),
  ...pairingRoutes,
  ...deliveryRoutes,
}
