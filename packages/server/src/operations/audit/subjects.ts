import type { AuditKind } from '@vitrine/contract/audited'
import type { TableName, Tables } from '#db/schema.ts'

/**
 * How an entry shows a column. `text`: as stored; a long one is cut. `flag`: 0 or 1. `time`: milliseconds. `document`:
 * only that it changed, because it is large, or may have addresses with keys in them. `secret`: only that it changed.
 * `site`: the origin of an address, whose path may be a key. `scope`: the names of chosen places. `rows`: levels and scopes
 * of a custom role. Otherwise the table whose name the id stands for.
 */
export type Shown = Plainly | 'scope' | 'rows' | { of: NamedTable }
type Plainly = 'text' | 'flag' | 'time' | 'document' | 'secret' | 'site'

export type NamedTable =
  | 'buildings'
  | 'custom_roles'
  | 'device_groups'
  | 'floors'
  | 'folders'
  | 'licences'
  | 'media'
  | 'storyboards'
  | 'users'

/** The row of a kind of thing: its name, and the columns that entries show. */
export interface Subject {
  table: TableName
  /** The columns that name it. */
  name: readonly string[]
  columns: Readonly<Record<string, Shown>>
  /** Columns that entries leave out. A law finds columns that are in neither list. */
  without: readonly string[]
}

/** Columns that say nothing about what someone did. */
const KEPT = ['id', 'organizationId', 'nameKey', 'nameOrder', 'version', 'createdAt', 'updatedAt'] as const
/** What publishing writes. */
const PUBLISHED = ['manifestVersion', 'manifestHash', 'manifestAt'] as const

type ColumnsOf<T extends TableName> = Partial<Record<keyof Tables[T] & string, Shown>>

const subject = <T extends TableName>(
  table: T,
  name: readonly (keyof Tables[T] & string)[],
  columns: ColumnsOf<T>,
  without: readonly (keyof Tables[T] & string)[] = [],
): Subject => ({
  table,
  name,
  columns: columns as Record<string, Shown>,
  without: [...KEPT, ...without],
})

const page = subject(
  'pages',
  ['name'],
  {
    name: 'text',
    width: 'text',
    height: 'text',
    document: 'document',
    isTemplate: 'flag',
  },
  ['kind', 'bytes', 'shows', 'listed', 'thumbnailId', 'madeFor'],
)

/** The rows of things, by kind. Other kinds leave an entry with the thing's id alone. */
export const SUBJECTS: Partial<Record<AuditKind, Subject>> = {
  organization: subject(
    'organizations',
    ['name'],
    {
      name: 'text',
      primaryColour: 'text',
      accentColour: 'text',
      logoId: { of: 'media' },
      branded: 'flag',
      host: 'text',
      storageMb: 'text',
      region: 'text',
      playDays: 'text',
      requiresSecondFactor: 'flag',
      approval: 'text',
      fourEyes: 'flag',
      approvalDays: 'text',
    },
    ['isHome', 'unconfirmed', 'playNumber'],
  ),
  user: subject(
    'users',
    ['firstName', 'lastName', 'email'],
    {
      email: 'text',
      role: 'text',
      firstName: 'text',
      lastName: 'text',
      mobile: 'text',
      permissions: 'text',
      roleId: { of: 'custom_roles' },
      scope: 'scope',
      emailVerified: 'flag',
      mobileVerified: 'flag',
      passwordHash: 'secret',
    },
    ['emailKey'],
  ),
  role: subject('custom_roles', ['name'], { name: 'text', rows: 'rows' }),
  session: subject('sessions', ['userAgent'], { userAgent: 'text', kiosk: 'flag' }, [
    'userId',
    'currentHash',
    'previousHash',
    'rotatedAt',
    'expiresAt',
    'startedAt',
    'address',
    'identityId',
    'providerSession',
    'factorProved',
  ]),
  // Named by its person, whose row it is about.
  'second-factor': subject('users', ['firstName', 'lastName', 'email'], {}, [
    ...(['email', 'emailKey', 'role', 'firstName', 'lastName', 'mobile', 'permissions', 'scope'] as const),
    ...(['emailVerified', 'mobileVerified', 'passwordHash', 'roleId'] as const),
  ]),
  passkey: subject('passkeys', ['name'], { name: 'text', userId: { of: 'users' } }, [
    ...(['credentialId', 'publicKey', 'counter', 'transports', 'synced', 'site', 'usedAt'] as const),
  ]),
  'identity-provider': subject(
    'identity_providers',
    ['issuer'],
    {
      issuer: 'text',
      clientId: 'text',
      clientSecret: 'secret',
      defaultRole: 'text',
      defaultRoleId: { of: 'custom_roles' },
      permissions: 'text',
      groupsClaim: 'text',
      groups: 'text',
      createsAccounts: 'flag',
      trustsEmail: 'flag',
      factor: 'text',
      required: 'flag',
      breakGlassId: { of: 'users' },
    },
    [],
  ),
  // Whom a provider names, by its issuer.
  identity: subject('identities', ['issuer'], { issuer: 'text', userId: { of: 'users' } }, ['subject']),
  'email-domain': subject(
    'email_domains',
    ['domain'],
    { domain: 'text', verifiedAt: 'text', verifiedBy: 'text' },
    ['claim'],
  ),
  'api-key': subject(
    'api_keys',
    ['name'],
    {
      name: 'text',
      role: 'text',
      permissions: 'text',
      scope: 'scope',
      networks: 'text',
      expiresAt: 'time',
      revokedAt: 'time',
    },
    ['makerId', 'secretHash', 'start', 'lastUsedAt', 'lastAddress'],
  ),
  site: subject('allowed_sites', ['host'], { host: 'text' }),
  licence: subject('licences', ['number'], { number: 'text', devicesCount: 'text', expiresAt: 'text' }, [
    'numberKey',
  ]),
  building: subject('buildings', ['name'], { name: 'text', location: 'text', coordinates: 'text' }),
  floor: subject('floors', ['name'], { name: 'text', planId: { of: 'media' } }, ['buildingId', 'position']),
  style: subject('styles', ['name'], { name: 'text', value: 'document' }, ['kind']),
  folder: subject('folders', ['name'], { name: 'text', folderId: { of: 'folders' } }, ['parentKey']),
  media: subject(
    'media',
    ['name'],
    {
      name: 'text',
      folderId: { of: 'folders' },
      mimetype: 'text',
      size: 'text',
      width: 'text',
      height: 'text',
      duration: 'text',
      sha256: 'document',
      web: 'document',
      captionsLanguage: 'text',
      captionsSha256: 'document',
    },
    ['codec', 'face', 'captionsSize', 'thumbnailId', 'cardId'],
  ),
  deck: subject(
    'decks',
    ['name'],
    {
      name: 'text',
      folderId: { of: 'folders' },
      mimetype: 'text',
      size: 'text',
      pages: 'text',
      duration: 'text',
      storyboardId: { of: 'storyboards' },
      sha256: 'document',
    },
    [],
  ),
  conversion: subject('conversions', ['name'], { name: 'text', kind: 'text', state: 'text', error: 'text' }, [
    ...(['userId', 'sha256', 'mimetype', 'size', 'deckId', 'mediaId', 'folderId', 'params'] as const),
    ...(['done', 'total', 'removed', 'leaseUntil', 'attempts'] as const),
  ]),
  source: subject(
    'sources',
    ['name'],
    {
      name: 'text',
      kind: 'text',
      url: 'site',
      path: 'text',
      sheet: 'text',
      stop: 'text',
      timezone: 'text',
      days: 'text',
      every: 'text',
    },
    [
      ...(['data', 'found', 'rows', 'fetchedAt', 'checkedAt', 'nextAt', 'error', 'note'] as const),
      ...(['failures', 'failingSince', 'savedBy'] as const),
    ],
  ),
  layout: page,
  card: page,
  part: page,
  storyboard: subject(
    'storyboards',
    ['name'],
    {
      name: 'text',
      type: 'text',
      mode: 'text',
      width: 'text',
      height: 'text',
      idleSeconds: 'text',
      audioId: { of: 'media' },
      shuffle: 'flag',
      items: 'document',
      status: 'text',
      decisionNote: 'text',
    },
    [
      ...(['approved', 'approvedVersion', 'madeFor', 'slot', 'placeId'] as const),
      ...(['savedBy', 'savedAt'] as const),
      'decision',
      'decidedBy',
      'decidedAt',
    ],
  ),
  approval: subject('approved_copies', ['name'], { kind: 'text', hash: 'document', note: 'text' }, [
    ...(['name', 'copy', 'leads', 'shows', 'packageHash', 'waitsSince', 'changedAt', 'changedBy'] as const),
    ...(['rejectedBy', 'rejectedAt'] as const),
  ]),
  device: subject(
    'devices',
    ['name'],
    {
      name: 'text',
      type: 'text',
      screenSize: 'text',
      otherSize: 'text',
      licenceId: { of: 'licences' },
      deviceGroupId: { of: 'device_groups' },
      floorId: { of: 'floors' },
      overrideStoryboardId: { of: 'storyboards' },
      overrideEnd: 'text',
      overrideUntil: 'time',
      ruleGroupId: { of: 'device_groups' },
      pinnedTo: { of: 'device_groups' },
      pin: 'secret',
    },
    ['overrideSince', 'overrideBy', 'cameFrom', 'tokenHash', ...PUBLISHED],
  ),
  'device-group': subject(
    'device_groups',
    ['name'],
    {
      name: 'text',
      programme: 'document',
      nextProgramme: 'document',
      activateAt: 'time',
      wall: 'document',
      rule: 'document',
    },
    ['settledAt', ...PUBLISHED],
  ),
  'device-configuration': subject('device_configurations', ['name'], {
    name: 'text',
    type: 'text',
    screenSize: 'text',
    otherSize: 'text',
    orientation: 'text',
    volume: 'text',
    hours: 'text',
    volumeTimes: 'text',
    updates: 'text',
    downloadMbit: 'text',
    downloadHours: 'text',
    shareFiles: 'flag',
    region: 'text',
  }),
  'screen-field': subject('screen_fields', ['name'], { name: 'text', kind: 'text', source: 'text' }),
  'unknown-screen': subject('unknown_screens', ['name'], { name: 'text', address: 'text' }, [
    'deviceId',
    'screen',
    'firstSeenAt',
    'lastSeenAt',
  ]),
  'player-update': subject('player_updates', ['version'], { version: 'text', status: 'text' }, [
    'build',
    'canaries',
    'startedAt',
    'activeAt',
    'stoppedAt',
    'decidedBy',
    'checkedAt',
    'watchedSince',
  ]),
  takeover: subject(
    'takeovers',
    ['title'],
    {
      title: 'text',
      text: 'text',
      tone: 'text',
      storyboardId: { of: 'storyboards' },
      targets: 'document',
      endsAt: 'time',
      clearedAt: 'time',
      withoutApproval: 'flag',
    },
    ['startedBy', 'startedAt', 'clearedBy'],
  ),
  trigger: subject(
    'triggers',
    ['name'],
    {
      name: 'text',
      deviceGroupId: { of: 'device_groups' },
      storyboardId: { of: 'storyboards' },
      minutes: 'text',
      allowsGet: 'flag',
      isSigned: 'flag',
    },
    ['secretHash', 'start', 'createdBy', 'makerId'],
  ),
  webhook: subject(
    'webhooks',
    ['name'],
    { name: 'text', address: 'site', topics: 'text', pausedAt: 'time' },
    ['position', 'playedHour', 'keyNumber', 'failuresFrom'],
  ),
  trash: subject('trash', ['name'], { name: 'text', kind: 'text' }, [
    'folderId',
    'sha256',
    'mimetype',
    'files',
    'size',
    'bytes',
    'deletedBy',
    'deletedAt',
    'expiresAt',
  ]),
  // What people wrote to the operator, and answered on screens, is theirs: an entry names it and no more.
  case: subject('cases', ['subject'], { subject: 'text', kind: 'text', status: 'text' }, [
    'userId',
    'author',
    'subjectKey',
    'text',
    'facts',
    'deviceId',
  ]),
  alert: subject(
    'alert_rules',
    ['name'],
    {
      name: 'text',
      causes: 'text',
      minutes: 'text',
      emails: 'text',
      mobiles: 'text',
      webhook: 'site',
      quiet: 'text',
      report: 'text',
    },
    ['reportAt', 'checkedAt', 'watchedSince'],
  ),
}
