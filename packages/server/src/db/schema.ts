import type { Generated, Kysely, Transaction } from 'kysely'

/** 0 or 1: both engines store booleans as integers; `flag` and `=== 1` convert. */
export type Flag = 0 | 1
export const flag = (value: boolean): Flag => (value ? 1 : 0)

/** Ids and instants are text (UUIDv7, ISO 8601 UTC); `Json` is text parsed at the edge by zod. */
type Id = string
type Instant = string
type Json = string

interface Timed {
  createdAt: Instant
  updatedAt: Instant
}

export interface OrganizationsTable extends Timed {
  id: Id
  name: string
  nameKey: string
  isHome: Flag
  /** From a self-registration until the person has shown that the e-mail address is theirs. */
  unconfirmed: Flag
}

export interface UsersTable extends Timed {
  id: Id
  organizationId: Id
  email: string
  emailKey: string
  passwordHash: string
  role: string
  firstName: string
  lastName: string
  nameKey: string
  mobile: string
  permissions: Json
  emailVerified: Flag
  mobileVerified: Flag
}

/** One signed-in browser: a family of refresh tokens, of which the hashes of the present and previous one are kept. */
export interface SessionsTable {
  id: Id
  organizationId: Id
  userId: Id
  kiosk: Flag
  currentHash: string
  previousHash: string | null
  rotatedAt: number
  expiresAt: number
}

export interface SecretsTable {
  name: string
  value: string
}

export interface LicencesTable extends Timed {
  id: Id
  organizationId: Id
  number: string
  numberKey: string
  devicesCount: number
  expiresAt: string | null
}

export interface BuildingsTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  location: string
  version: number
}

export interface FloorsTable {
  id: Id
  organizationId: Id
  buildingId: Id
  name: string
  position: number
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
  /** The playing Programme, and the settling one with the instant at which screens switch to it. */
  programme: Json
  nextProgramme: Json | null
  activateAt: number | null
  version: number
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
  /** A story switched to by hand, and when. */
  overrideStoryboardId: Id | null
  overrideSince: number | null
  tokenHash: string
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
  lastSeenAt: number
}

/** A card or a layout. Names are unique per kind. */
export interface PagesTable extends Timed {
  id: Id
  organizationId: Id
  kind: 'card' | 'layout'
  name: string
  nameKey: string
  width: number
  height: number
  document: Json
  thumbnailId: Id | null
  isTemplate: Flag
  version: number
}

export interface StoryboardsTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  type: 'standard' | 'designed'
  mode: 'DEFAULT' | 'AUTO'
  width: number
  height: number
  items: Json
  status: 'pending' | 'approved' | 'rejected'
  /** What screens play, apart from later edits: a copy that is never changed, only replaced. */
  approved: Json | null
  approvedVersion: number | null
  version: number
}

/** A storyboard, in its working or its approved form, shows a page. */
export interface PageUsesTable {
  id: Id
  organizationId: Id
  pageId: Id
  storyboardId: Id
}

/** An action of a page loads a storyboard, which may be gone. */
export interface StoryboardUsesTable {
  id: Id
  organizationId: Id
  storyboardId: Id
  pageId: Id
}

/** A screen that shows a code; `deviceId` once somebody claimed it. */
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
}

/** A folder of the media library. `parentKey` is its parent's id or '' at Root, for names to be unique there too. */
export interface FoldersTable extends Timed {
  id: Id
  organizationId: Id
  folderId: Id | null
  parentKey: string
  name: string
  nameKey: string
}

export interface ThumbnailsTable {
  id: Id
  organizationId: Id
  sha256: string
  mimetype: string
  size: number
  createdAt: Instant
}

/** A file that a person put into the library; the bytes lie in the file store under `sha256`. */
export interface MediaTable extends Timed {
  id: Id
  organizationId: Id
  folderId: Id | null
  name: string
  nameKey: string
  sha256: string
  mimetype: string
  size: number
  width: number | null
  height: number | null
  /** Milliseconds. */
  duration: number | null
  codec: string | null
  thumbnailId: Id | null
  /** The card that this picture stands for. */
  cardId: Id | null
  version: number
}

/** Which document shows which media: what is used is not deleted. */
export interface MediaUsesTable {
  id: Id
  organizationId: Id
  mediaId: Id
  ownerKind: string
  ownerId: Id
}

/** A single-use code that was sent to somebody. Only a keyed hash of it is kept. */
export interface CodesTable {
  id: Id
  kind: 'email' | 'mobile' | 'reset'
  /** Whom codes are counted for: the key of an e-mail address, or a person's id. */
  subject: string
  /** What must still be so when the code is used. */
  bound: string
  /** Null where nobody has this address: asking leaves the same traces. */
  userId: Id | null
  hash: string
  tries: number
  createdAt: number
  expiresAt: number
}

/** A message to somebody outside, written in the transaction that it belongs to and sent after it. */
export interface OutboxTable {
  id: Id
  channel: 'mail' | 'sms'
  recipient: string
  subject: string
  /** Emptied once sent: codes in it are nobody else's business. */
  text: string
  /** `kept`: nobody carries this channel; the super admin reads it here. */
  status: 'waiting' | 'sent' | 'failed' | 'kept'
  error: string
  attempts: number
  nextAt: number
  createdAt: Instant
}

/** An address that a person signed in from; the id is a hash of both. */
export interface KnownAddressesTable {
  id: Id
  organizationId: Id
  userId: Id
  lastAt: number
}

/** What an organization's kiosks sign with, and the origins they may come from. */
export interface KiosksTable {
  id: Id
  organizationId: Id
  key: string
  origins: Json
}

/** A kiosk code that was used; the id is a hash of organization and nonce. */
export interface KioskNoncesTable {
  id: Id
  expiresAt: number
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

/** A question to whoever runs the server. */
export interface CasesTable extends Timed {
  id: Id
  organizationId: Id
  /** Null when the account is gone; `author` is its name then. */
  userId: Id | null
  author: string
  subject: string
  subjectKey: string
  text: string
  kind: string
  facts: string
  deviceId: Id | null
  status: string
}

export interface CaseRepliesTable {
  id: Id
  organizationId: Id
  caseId: Id
  author: string
  isSupport: Flag
  text: string
  createdAt: Instant
}

export interface Tables {
  organizations: OrganizationsTable
  users: UsersTable
  sessions: SessionsTable
  secrets: SecretsTable
  licences: LicencesTable
  buildings: BuildingsTable
  floors: FloorsTable
  device_groups: DeviceGroupsTable
  devices: DevicesTable
  device_states: DeviceStatesTable
  folders: FoldersTable
  thumbnails: ThumbnailsTable
  media: MediaTable
  media_uses: MediaUsesTable
  pages: PagesTable
  storyboards: StoryboardsTable
  page_uses: PageUsesTable
  storyboard_uses: StoryboardUsesTable
  pairings: PairingsTable
  codes: CodesTable
  outbox: OutboxTable
  known_addresses: KnownAddressesTable
  kiosks: KiosksTable
  kiosk_nonces: KioskNoncesTable
  cases: CasesTable
  case_replies: CaseRepliesTable
  device_configurations: DeviceConfigurationsTable
  configuration_uses: ConfigurationUsesTable
}

/** What features query. Bound to one organization unless the caller is a super admin (see scoped.ts). */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type TableName = keyof Tables

/** Tables that belong to the installation and not to an organization. Everything else has a tenant column. */
export const GLOBAL_TABLES = [
  'secrets',
  'pairings',
  'codes',
  'outbox',
  'kiosk_nonces',
] as const satisfies readonly TableName[]

/** The column that says whose row it is. */
export const tenantColumn = (table: string): 'id' | 'organizationId' | null => {
  if (table === 'organizations') return 'id'
  return (GLOBAL_TABLES as readonly string[]).includes(table) ? null : 'organizationId'
}
