import type { UpdateFailure, UpdateStatus } from '@vitrine/contract/api/screens/devices/player-updates'
import type { Generated } from 'kysely'
import type { Id, Json, Timed } from './column.ts'

export interface BuildingsTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  location: string
  coordinates: string
  version: number
}

export interface FloorsTable {
  id: Id
  organizationId: Id
  buildingId: Id
  name: string
  position: number
  /** A picture of the media library. */
  planId: Id | null
}

/** Where a screen is on its floor's plan; the id is the screen's. Ignored while the screen is on another floor. */
export interface FloorPlacesTable {
  id: Id
  organizationId: Id
  deviceId: Id
  floorId: Id
  /** Thousandths of the plan's width and height. */
  x: number
  y: number
  /** Degrees clockwise from the plan's top. */
  facing: number
}

/** The manifest that was last made for a row: `manifestAt` is when, in milliseconds; version 0 before the first. */
interface Published {
  manifestVersion: Generated<number>
  manifestHash: Generated<string>
  manifestAt: Generated<number>
}

export interface DeviceGroupsTable extends Timed, Published {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  /** The playing GroupSchedule, and the settling one with the instant at which screens switch to it. */
  programme: Json
  nextProgramme: Json | null
  activateAt: number | null
  /** The `activateAt` that the clock has reached; it may have been set back since. */
  settledAt: number | null
  /** A VideoWall. */
  wall: Json | null
  version: number
  /** The version whose schedules `schedule_uses` lists. */
  listedVersion: Generated<number>
}

/** A storyboard in a group's schedule, the settling one included. */
export interface ScheduleUsesTable {
  id: Id
  organizationId: Id
  storyboardId: Id
  deviceGroupId: Id
}

export interface DevicesTable extends Timed, Published {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  type: number
  screenSize: number
  licenceId: Id | null
  deviceGroupId: Id | null
  floorId: Id | null
  /** A manual switch: the storyboard, since when, and who sent it. */
  overrideStoryboardId: Id | null
  overrideSince: number | null
  overrideBy: Generated<string | null>
  /** A SwitchEnd; null like `next-slot`. The instant belongs to `time`. */
  overrideEnd: Generated<string | null>
  overrideUntil: Generated<number | null>
  tokenHash: string
  /** Six digits, or empty: opens the dangerous part of the screen's service corner. */
  pin: Generated<string>
  /** Incremented when a person changes its settings, not by playback. */
  version: number
}

/** The hash of the key by which a screen's machine asks what its browser may open. */
export interface MachineKeysTable {
  id: Id
  organizationId: Id
  deviceId: Id
  registeredAt: number
  /** The end of the machine's log, when it was last fetched. */
  log: Generated<string | null>
  loggedAt: Generated<number | null>
}

/** A build of the player on its way to the screens of an organization. */
export interface PlayerUpdatesTable {
  id: Id
  organizationId: Id
  build: string
  version: string
  status: UpdateStatus
  canaries: number
  startedAt: number
  /** When a screen was last allowed to start it. */
  activeAt: number
  stoppedAt: number | null
  decidedBy: string | null
  /** Of the check for silent screens; since `watchedSince` it has run without a gap. */
  checkedAt: number
  watchedSince: number
}

/** `accepted`: failed before someone resumed the update, and may try again. */
export interface ScreenUpdatesTable {
  id: Id
  organizationId: Id
  updateId: Id
  deviceId: Id
  status: 'open' | 'healthy' | 'failed' | 'accepted' | 'back'
  why: UpdateFailure | null
  allowedAt: number
  /** The start of the player that asked, and of the one that reported last. */
  bootId: string
  /** When that one reported first; null before the first report. */
  seenAt: number | null
  /** When it last reported that it shows nothing. */
  blankAt: number | null
  changedAt: number
}

/** The last report of a device; its id is the device's. Seconds of it may be lost. */
export interface DeviceStatesTable {
  id: Id
  organizationId: Id
  ip: string
  screen: Json
  playing: Json | null
  heldGroup: string
  heldDevice: string
  shownGroup: string
  shownDevice: string
  download: Json
  errors: Json
  /** Ahead of the clock while a server vouches for the screen; see `Presence`. */
  lastSeenAt: number
  /** Of what the row says. */
  reportedAt: Generated<number>
  /** The takeover that was on the screen. */
  takeoverId: Id | null
  /** When it first showed a frame of each part, by its corrected clock. */
  shownGroupAt: number | null
  shownDeviceAt: number | null
  detail: Json
}

/** A screen that shows a code; `deviceId` once it is claimed. */
export interface PairingsTable {
  id: Id
  code: string
  secretHash: string
  sign: Json
  screen: Json
  ip: string
  seenAt: number
  expiresAt: number
  deviceId: Id | null
  /** Of the link that opened the player: the console that made the link finds the screen by it. */
  hint: Generated<string | null>
  /** Where it called from; set only while the installation has a single organization. */
  network: Generated<string | null>
}

/** What screens that were disconnected had as a token; the id is its hash. */
export interface FormerTokensTable {
  id: Id
  at: number
}

/** A screen with a token that this database does not know, such as one paired after a backup; the id is its hash. */
export interface UnknownScreensTable {
  id: Id
  deviceId: Id
  /** Set only if the token proves that this installation gave it to a screen of that organization. */
  organizationId: Id | null
  address: string
  /** As the screen says. */
  name: string
  screen: Json | null
  firstSeenAt: number
  lastSeenAt: number
}

/** How screens are hung and run. */
export interface DeviceConfigurationsTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  type: number
  screenSize: number
  orientation: number
  volume: number
  hours: Json | null
  volumeTimes: Json | null
  updates: Json | null
  downloadMbit: number | null
  downloadHours: Json | null
  /** 1: its screens share files with others in their network. */
  shareFiles: number
  /** What its screens speak; null: nothing is set. */
  region: Json | null
  version: number
}

/** Who has a configuration; the id is that of the device or the group. */
export interface ConfigurationUsesTable {
  id: Id
  organizationId: Id
  configurationId: Id
  deviceId: Id | null
  deviceGroupId: Id | null
}

/** A manual switch that begins later; `SwitchEnd` as of devices. Turned into the screen's manual switch when it begins. */
export interface PlannedSwitchesTable {
  id: Id
  organizationId: Id
  deviceId: Id
  storyboardId: Id
  startsAt: number
  end: string
  until: number | null
  by: string
  createdAt: number
}

/** How a change of a group reached its screens, counted while it is the newest and for a day at most. */
export interface DeliveriesTable {
  id: Id
  organizationId: Id
  groupId: Id
  groupName: string
  publishedAt: number
  screens: number
  /** Of these: how many have shown it, and within how many seconds. */
  shown: number
  within10: number
  within60: number
  within600: number
  /** Milliseconds; null until a screen has shown it. */
  p50: number | null
  p95: number | null
}

export interface DeviceTables {
  deliveries: DeliveriesTable
  buildings: BuildingsTable
  floors: FloorsTable
  floor_places: FloorPlacesTable
  device_groups: DeviceGroupsTable
  schedule_uses: ScheduleUsesTable
  devices: DevicesTable
  planned_switches: PlannedSwitchesTable
  device_states: DeviceStatesTable
  machine_keys: MachineKeysTable
  player_updates: PlayerUpdatesTable
  screen_updates: ScreenUpdatesTable
  pairings: PairingsTable
  former_tokens: FormerTokensTable
  unknown_screens: UnknownScreensTable
  device_configurations: DeviceConfigurationsTable
  configuration_uses: ConfigurationUsesTable
}
