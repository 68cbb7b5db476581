import type { Generated } from 'kysely'
import type { Flag, Id, Instant, Json, Timed } from './column.ts'

export interface OrganizationsTable extends Timed {
  id: Id
  name: string
  nameKey: string
  isHome: Flag
  /** From a self-registration until the email address is verified. */
  unconfirmed: Flag
  /** '' if none was chosen. */
  primaryColour: Generated<string>
  accentColour: Generated<string>
  /** An image in the media library. */
  logoId: Id | null
  /** The console and its emails show the brand. */
  branded: Generated<Flag>
  /** Host name of its console, in lowercase; one organization has it. */
  host: string | null
  /** Storage limit in MB; null: the installation's default. */
  storageMb: number | null
  /** Locale of its screens; null: nothing is set. */
  region: Json | null
  /** Number of its plays; null before the first. */
  playNumber: number | null
  /** Days to keep individual plays; null: the installation's default. */
  playDays: number | null
  /** People need a second factor to log in. */
  requiresSecondFactor: Generated<Flag>
  /** `strict`: screens play approved copies. */
  approval: Generated<'live' | 'strict'>
  /** People don't approve what they changed. */
  fourEyes: Generated<Flag>
  /** Days after which a waiting change is late; null: never. */
  approvalDays: number | null
  version: number
}

/** A site that screens may open, as normalized by `readSite`. */
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
  /** The custom role of a regular user, which decides instead of the permissions. */
  roleId: Id | null
  /** A Scope; null: everywhere. */
  scope: Generated<Json | null>
  emailVerified: Flag
  mobileVerified: Flag
  version: number
}

/** A named set of permissions, and where they hold. */
export interface CustomRolesTable extends Timed {
  id: Id
  organizationId: Id
  name: string
  nameKey: string
  /** RoleRow[]: each has a level for every area, and a Scope; null: everywhere. */
  rows: Json
  version: number
}

/** One logged-in browser: a family of refresh tokens; the hashes of the current and previous one are kept. */
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
  /** The browser's User-Agent. */
  userAgent: string
  /** Of its last refresh. */
  address: string | null
  /** Whom the organization's provider named at the login; null: a password, a passkey, or a kiosk's code. */
  identityId: Id | null
  /** The provider's name for its session (`sid`), which its logout names. */
  providerSession: string | null
  /** The login proved a second factor that isn't among the account's own: the provider's. */
  factorProved: Generated<Flag>
}

/** An organization's OpenID Connect provider; the id is the organization's. */
export interface IdentityProvidersTable extends Timed {
  id: Id
  organizationId: Id
  issuer: string
  clientId: string
  /** Sealed; null: the client has none. */
  clientSecret: string | null
  defaultRole: string
  /** The custom role of those who get the default role of a regular user. */
  defaultRoleId: Id | null
  permissions: Json
  /** '' if groups aren't used. */
  groupsClaim: string
  groups: Json
  createsAccounts: Flag
  trustsEmail: Flag
  factor: string
  required: Flag
  breakGlassId: Id | null
  version: number
}

/** A person as a provider names them. */
export interface IdentitiesTable {
  id: Id
  organizationId: Id
  userId: Id
  issuer: string
  subject: string
  createdAt: Instant
}

/** A domain of email addresses of an organization. */
export interface EmailDomainsTable {
  id: Id
  organizationId: Id
  domain: string
  /** The domain once it is verified, which one organization can have. */
  claim: string | null
  verifiedAt: Instant | null
  verifiedBy: 'dns' | 'operator' | null
  createdAt: Instant
}

/** A person's authenticator app; the id is the person's. */
export interface SecondFactorsTable {
  id: Id
  organizationId: Id
  /** The secret and the hashes of recovery codes, sealed; null until a first code confirms the pending one. */
  sealed: string | null
  /** A new secret that waits for its first code, sealed. */
  pending: string | null
  recoveryLeft: number
  /** Of the last code that was used, which is refused from then on, as are earlier ones. */
  lastStep: number
  /** Codes tried since `triedAt`. */
  tries: number
  triedAt: number
  confirmedAt: Instant | null
}

/** A passkey of a person: the public half of a key that an authenticator keeps. */
export interface PasskeysTable {
  id: Id
  organizationId: Id
  userId: Id
  name: string
  /** The authenticator's id of it, as base64url. */
  credentialId: string
  /** COSE, as base64url. */
  publicKey: string
  /** Uses that the authenticator counted; 0 for one that doesn't count. */
  counter: number
  transports: Json
  synced: Flag
  /** The host name of the console where it was added, and works. */
  site: string | null
  createdAt: Instant
  usedAt: Instant | null
}

/** A key for programs, with the rights of its maker at most. Its id is an author beside those of people. */
export interface ApiKeysTable {
  id: Id
  organizationId: Id
  /** Null once the account is deleted, which ends the key. */
  makerId: Id | null
  name: string
  role: string
  permissions: Json
  /** As of a person. */
  scope: Generated<Json | null>
  /** Addresses in CIDR notation; empty: all. */
  networks: Json
  secretHash: string
  /** The first characters of the key. */
  start: string
  expiresAt: number
  revokedAt: number | null
  lastUsedAt: number | null
  lastAddress: string | null
  createdAt: Instant
}

export interface SecretsTable {
  name: string
  value: string
}

/** A single-use code sent to a person. Only a keyed hash is stored. */
export interface CodesTable {
  id: Id
  kind: 'email' | 'mobile' | 'reset'
  /** Subject of rate limits: the key of an email address, or a person's id. */
  subject: string
  /** State that must be unchanged when the code is used. */
  bound: string
  /** Null for an unknown address: a request has the same side effects either way. */
  userId: Id | null
  hash: string
  /** Requested from an address that the person logged in from before; counted separately from requests of strangers. */
  known: Flag
  tries: number
  createdAt: number
  expiresAt: number
}

/** An outgoing message, written in the transaction that causes it and sent after the commit. */
export interface OutboxTable {
  id: Id
  /** Whose turn it takes: the id of the organization that caused it; '' for messages of earlier versions. */
  owner: string
  channel: 'mail' | 'sms' | 'webhook'
  recipient: string
  subject: string
  /** Emptied once sent, and when the code in it expires. */
  text: string
  /** The same text as an HTML page with images and files, a RichMail; null: plain text. Cleared with the text. */
  rich: Json | null
  /** When the code in the text expires; null: there is no code. */
  secretUntil: number | null
  /** Hours in which it isn't sent, QuietHours; null: none. */
  quiet: Json | null
  /** `kept`: this channel isn't configured; the super admin reads the message here. */
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

/** An organization's key for signing kiosk codes, and the origins allowed to embed kiosks. */
export interface KiosksTable {
  id: Id
  organizationId: Id
  key: string
  origins: Json
  version: Generated<number>
}

/** A used kiosk code; the id is a hash of organization and nonce. */
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
  custom_roles: CustomRolesTable
  sessions: SessionsTable
  second_factors: SecondFactorsTable
  passkeys: PasskeysTable
  identity_providers: IdentityProvidersTable
  identities: IdentitiesTable
  email_domains: EmailDomainsTable
  api_keys: ApiKeysTable
  secrets: SecretsTable
  codes: CodesTable
  outbox: OutboxTable
  known_addresses: KnownAddressesTable
  kiosks: KiosksTable
  kiosk_nonces: KioskNoncesTable
  licences: LicencesTable
}
