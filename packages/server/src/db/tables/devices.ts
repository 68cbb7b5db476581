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
  /** An image in the media library. */
  planId: Id | null
}

/** A screen's place on its floor's plan; the id is the screen's. Ignored while the screen is on another floor. */
export interface FloorPlacesTable {
  id: Id
  organizationId: Id
  deviceId: Id
  floorId: Id
  /** In thousandths of the plan's width and height. */
  x: number
  y: number
  /** Degrees clockwise from the plan's top. */
  facing: number
}

/** The last manifest of a row: `manifestAt` in milliseconds; version 0 before the first. */
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
  /** The current GroupSchedule, and the pending one with the instant at which screens switch to it. */
  programme: Json
  nextProgramme: Json | null
  activateAt: number | null
  /** The last `activateAt` that the clock reached; the clock may have been set back since. */
  settledAt: number | null
  /** A VideoWall. */
  wall: Json | null
  /** A GroupRule. */
  rule: Generated<Json | null>
  version: number
}

export interface DevicesTable extends Timed, Published {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  type: number
  screenSize: number
  /** Null: the one of `screenSize`. */
  otherSize: Json | null
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
  /** As in RuledScreen: the group whose rule put it there, where it was before, and where a person keeps it. */
  ruleGroupId: Generated<Id | null>
  cameFrom: Generated<Id | null>
  pinnedTo: Generated<string | null>
  tokenHash: string
  /** Six digits, or empty: unlocks the protected part of the screen's service corner. */
  pin: Generated<string>
  /** Incremented when a user changes its settings, not by playback. */
  version: number
}

/** Hash of the key by which a screen's machine requests the sites that its browser may open. */
export interface MachineKeysTable {
  id: Id
  organizationId: Id
  deviceId: Id
  registeredAt: number
  /** The end of the machine's log, as of the last request. */
  log: Generated<string | null>
  loggedAt: Generated<number | null>
}

/** Rollout of a player build to an organization's screens. */
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
  /** Time of the last check for silent screens; checks have run without a gap since `watchedSince`. */
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
  /** The boot id of the player that asked, and of the one that reported last. */
  bootId: string
  /** First report of that start; null before. */
  seenAt: number | null
  /** Last report that it shows nothing. */
  blankAt: number | null
  changedAt: number
}

/** The last report of a device; its id is the device's. A crash may lose seconds of it. */
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
  /** Time of the report in this row. */
  reportedAt: Generated<number>
  /** The takeover on the screen. */
  takeoverId: Id | null
  /** First frame of each part, by the screen's corrected clock. */
  shownGroupAt: number | null
  shownDeviceAt: number | null
  detail: Json
}

/** A screen that shows a pairing code; `deviceId` is set once it is claimed. */
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
  /** From the player link: the console that made the link finds the screen by it. */
  hint: Generated<string | null>
  /** The caller's network; only set while the installation has a single organization. */
  network: Generated<string | null>
}

/** Retired tokens of disconnected screens; the id is the token's hash. */
export interface FormerTokensTable {
  id: Id
  at: number
}

/** A screen whose token this database doesn't know, for example paired after a backup; the id is the token's hash. */
export interface UnknownScreensTable {
  id: Id
  deviceId: Id
  /** Only set if the token proves that this installation issued it to a screen of that organization. */
  organizationId: Id | null
  address: string
  /** As reported by the screen. */
  name: string
  screen: Json | null
  firstSeenAt: number
  lastSeenAt: number
}

/** Mounting and operation settings of screens. */
export interface DeviceConfigurationsTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  type: number
  screenSize: number
  /** Null: the one of `screenSize`. */
  otherSize: Json | null
  orientation: number
  volume: number
  hours: Json | null
  volumeTimes: Json | null
  updates: Json | null
  downloadMbit: number | null
  downloadHours: Json | null
  /** 1: its screens share files with others on their network. */
  shareFiles: number
  /** Locale of its screens; null: nothing is set. */
  region: Json | null
  version: number
}

/** The configuration of a device or group; the id is the device's or the group's. */
export interface ConfigurationUsesTable {
  id: Id
  organizationId: Id
  configurationId: Id
  deviceId: Id | null
  deviceGroupId: Id | null
}

/** A planned manual switch; `SwitchEnd` as in devices. Becomes the screen's manual switch when it begins. */
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

/** Delivery of a group's change to its screens, counted while it is the newest, and for a day at most. */
export interface DeliveriesTable {
  id: Id
  organizationId: Id
  groupId: Id
  groupName: string
  publishedAt: number
  screens: number
  /** Screens that have shown it, and that did within some seconds. */
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
