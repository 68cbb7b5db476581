import type { Generated } from 'kysely'
import type { Flag, Id, Instant, Json, Timed } from './column.ts'

export interface OrganizationsTable extends Timed {
  id: Id
  name: string
  nameKey: string
  isHome: Flag
  /** From a self-registration until the email address is verified. */
  unconfirmed: Flag
  /** '' where none was chosen. */
  primaryColour: Generated<string>
  accentColour: Generated<string>
  /** A picture of the media library. */
  logoId: Id | null
  /** What the media library may grow to, in MB; null: as the installation has it for everybody. */
  storageMb: number | null
  /** What screens speak; null: nothing is set. */
  region: Json | null
  /** Of its plays; null before the first. */
  playNumber: number | null
  /** How many days single plays are kept; null: as the installation has it. */
  playDays: number | null
  version: number
}

/** A site that screens may open; what `readSite` makes of it. */
export interface AllowedSitesTable {
  id: Id
  organizationId: Id
  host: string
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
  version: number
}

/** One logged-in browser: a family of refresh tokens, of which the hashes of the present and previous one are kept. */
export interface SessionsTable {
  id: Id
  organizationId: Id
  userId: Id
  kiosk: Flag
  currentHash: string
  previousHash: string | null
  rotatedAt: number
  expiresAt: number
  startedAt: number | null
  /** What the browser called itself. */
  userAgent: string
}

export interface SecretsTable {
  name: string
  value: string
}

/** A single-use code that was sent to a person. Only a keyed hash is stored. */
export interface CodesTable {
  id: Id
  kind: 'email' | 'mobile' | 'reset'
  /** Whom codes are counted for: the key of an email address, or a person's id. */
  subject: string
  /** What must still be so when the code is used. */
  bound: string
  /** Null for an unknown address: a request leaves the same traces either way. */
  userId: Id | null
  hash: string
  /** Asked for from an address the person logged in from before; counted apart from what strangers ask for. */
  known: Flag
  tries: number
  createdAt: number
  expiresAt: number
}

/** An outgoing message, written in the transaction that causes it and sent after the commit. */
export interface OutboxTable {
  id: Id
  channel: 'mail' | 'sms' | 'webhook'
  recipient: string
  subject: string
  /** Emptied once sent, and when the code in it expires. */
  text: string
  /** The same text as a page with pictures and files, a RichMail; null: it is plain. Emptied with the text. */
  rich: Json | null
  /** When the code in the text expires; null: there is none. */
  secretUntil: number | null
  /** `kept`: this channel has no carrier; the super admin reads the message here. */
  status: 'waiting' | 'sent' | 'failed' | 'kept'
  error: string
  attempts: number
  nextAt: number
  createdAt: Instant
}

/** An address that a person logged in from; the id is a hash of both. */
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
  version: Generated<number>
}

/** A kiosk code that was used; the id is a hash of organization and nonce. */
export interface KioskNoncesTable {
  id: Id
  expiresAt: number
}

export interface LicencesTable extends Timed {
  id: Id
  organizationId: Id
  number: string
  numberKey: string
  devicesCount: number
  expiresAt: string | null
  version: number
}

export interface AccountTables {
  organizations: OrganizationsTable
  allowed_sites: AllowedSitesTable
  users: UsersTable
  sessions: SessionsTable
  secrets: SecretsTable
  codes: CodesTable
  outbox: OutboxTable
  known_addresses: KnownAddressesTable
  kiosks: KiosksTable
  kiosk_nonces: KioskNoncesTable
  licences: LicencesTable
}
