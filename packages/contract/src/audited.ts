/** What the audit log calls what a call was about, and what it did: names for filters and texts, by route. */

/** Kinds of things in the audit log. */
export const AUDIT_KINDS = [
  ...(['organization', 'user', 'session', 'api-key', 'site', 'licence', 'building', 'floor'] as const),
  ...([
    'folder',
    'media',
    'deck',
    'conversion',
    'source',
    'layout',
    'card',
    'storyboard',
    'thumbnail',
  ] as const),
  ...(['device', 'device-group', 'device-configuration', 'unknown-screen', 'player-update'] as const),
  ...(['takeover', 'trigger', 'answer', 'trash', 'case', 'alert', 'backup', 'audit'] as const),
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

export const AUDIT_VERBS = [
  ...(['create', 'change', 'delete', 'restore', 'tag', 'move', 'upload', 'replace'] as const),
  ...(['login', 'logout', 'register', 'send-code', 'verify', 'reset-password', 'revoke', 'end'] as const),
  ...(['decide', 'switch', 'cancel', 'confirm', 'pair', 'order', 'start', 'call', 'test'] as const),
  ...(['reply', 'report', 'preview', 'convert', 'prune'] as const),
] as const
export type AuditVerb = (typeof AUDIT_VERBS)[number]

/**
 * Who did it. `operator`: a super admin in another organization; `job`: the server itself; `anyone`: a caller without a
 * session, such as one who asks for a new password.
 */
export const AUDIT_ACTORS = [
  'person',
  'operator',
  'kiosk',
  'key',
  'trigger',
  'screen',
  'job',
  'anyone',
] as const
export type AuditActorKind = (typeof AUDIT_ACTORS)[number]

/** By the first part of a route's name, or the whole name. */
const KINDS: Readonly<Record<string, AuditKind>> = {
  auth: 'user',
  sessions: 'session',
  apiKeys: 'api-key',
  organizations: 'organization',
  kiosk: 'organization',
  allowedSites: 'site',
  users: 'user',
  buildings: 'building',
  floors: 'floor',
  licences: 'licence',
  'media.createFolder': 'folder',
  'media.updateFolder': 'folder',
  'media.removeFolder': 'folder',
  media: 'media',
  mediaVersions: 'media',
  captions: 'media',
  webMedia: 'media',
  videoCopies: 'media',
  packages: 'media',
  decks: 'deck',
  deckVersions: 'deck',
  conversions: 'conversion',
  thumbnails: 'thumbnail',
  sources: 'source',
  layouts: 'layout',
  cards: 'card',
  designs: 'card',
  storyboards: 'storyboard',
  devices: 'device',
  player: 'device',
  machines: 'device',
  playerUpdates: 'player-update',
  screenUpdates: 'device',
  unknownScreens: 'unknown-screen',
  deviceGroups: 'device-group',
  deviceConfigurations: 'device-configuration',
  trash: 'trash',
  deletions: 'trash',
  takeovers: 'takeover',
  triggers: 'trigger',
  triggerCalls: 'trigger',
  answers: 'answer',
  screenAnswers: 'answer',
  cases: 'case',
  alerts: 'alert',
  backups: 'backup',
  audit: 'audit',
}

/** By the last part of a route's name, or the whole name. */
const VERBS: Readonly<Record<string, AuditVerb>> = {
  create: 'create',
  createOfLayout: 'create',
  createFolder: 'create',
  add: 'create',
  duplicate: 'create',
  make: 'create',
  update: 'change',
  updateFolder: 'change',
  updateMany: 'change',
  updateProfile: 'change',
  adopt: 'change',
  plan: 'change',
  place: 'change',
  save: 'change',
  remove: 'delete',
  removeFolder: 'delete',
  removeMany: 'delete',
  everywhere: 'delete',
  disconnect: 'delete',
  restore: 'restore',
  restoreMany: 'restore',
  takeBack: 'restore',
  takeBackMany: 'restore',
  tagMany: 'tag',
  moveMany: 'move',
  moveAddress: 'move',
  upload: 'upload',
  replace: 'replace',
  login: 'login',
  logout: 'logout',
  register: 'register',
  sendEmail: 'send-code',
  sendMobileCode: 'send-code',
  resetPassword: 'send-code',
  verifyEmail: 'verify',
  verifyMobile: 'verify',
  verifyPassword: 'reset-password',
  revoke: 'revoke',
  end: 'end',
  endOthers: 'end',
  clear: 'end',
  setStatus: 'decide',
  'cases.setStatus': 'change',
  decide: 'decide',
  switchStory: 'switch',
  backToSchedule: 'switch',
  putRight: 'switch',
  cancel: 'cancel',
  cancelPlanned: 'cancel',
  confirm: 'confirm',
  claim: 'pair',
  startPairing: 'pair',
  takeOver: 'pair',
  command: 'order',
  start: 'start',
  take: 'start',
  check: 'start',
  drill: 'start',
  fire: 'call',
  open: 'call',
  test: 'test',
  reply: 'reply',
  report: 'report',
  sendLog: 'report',
  ask: 'report',
  draft: 'preview',
  prune: 'prune',
}

/** How the audit log names a route (`buildings.update`); undefined for one that isn't in the tables above. */
export function auditedAs(name: string): { kind: AuditKind; verb: AuditVerb } | undefined {
  const kind = KINDS[name] ?? KINDS[name.split('.')[0] ?? '']
  const verb = VERBS[name] ?? VERBS[name.split('.').at(-1) ?? '']
  return kind && verb && { kind, verb }
}
