/** Roles are stored as strings; compare strictly, because "0" is a valid role. */
export const ROLES = { superAdmin: '0', admin: '1', user: '2' } as const
export type Role = (typeof ROLES)[keyof typeof ROLES]

/** Write permissions of regular users. Admins have them all. */
export const PERMISSIONS = [
  'buildings',
  'devices',
  'device-groups',
  'media',
  'cards',
  'layouts',
  'storyboards',
  'approve-storyboards',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const DEFAULT_PERMISSIONS: readonly Permission[] = ['media', 'cards', 'layouts', 'storyboards']

type Level = 'none' | 'read' | 'write'
interface Row {
  admin: Level
  /** `permission`: reads always, writes with the permission of the same name (or the one named). */
  user: Level | 'permission'
  kiosk: Level
}

/**
 * Area × role. Super admins have full access in every organization, so they have no column; other roles are limited to
 * their own organization. Features restrict access further: a user reads only their own account.
 */
const AREAS = {
  profile: { admin: 'write', user: 'write', kiosk: 'read' },
  /** Super admin only. */
  outbox: { admin: 'none', user: 'none', kiosk: 'none' },
  jobs: { admin: 'none', user: 'none', kiosk: 'none' },
  /** Concerns the whole installation: super admin only. */
  backups: { admin: 'none', user: 'none', kiosk: 'none' },
  /** Admins read the warnings that concern their saves. */
  system: { admin: 'read', user: 'none', kiosk: 'none' },
  lookups: { admin: 'read', user: 'read', kiosk: 'read' },
  /** Users see only their own. */
  cases: { admin: 'write', user: 'write', kiosk: 'none' },
  organizations: { admin: 'read', user: 'read', kiosk: 'none' },
  /** Who did what, with addresses. */
  audit: { admin: 'read', user: 'none', kiosk: 'none' },
  /** Keys act with their maker's permissions, so only admins make them. */
  'api-keys': { admin: 'write', user: 'none', kiosk: 'none' },
  'own-organization': { admin: 'write', user: 'read', kiosk: 'none' },
  users: { admin: 'write', user: 'read', kiosk: 'none' },
  licences: { admin: 'read', user: 'read', kiosk: 'none' },
  buildings: { admin: 'write', user: 'permission', kiosk: 'none' },
  devices: { admin: 'write', user: 'permission', kiosk: 'none' },
  /** Admins decide whether a screen belongs to their organization. */
  'unknown-screens': { admin: 'write', user: 'none', kiosk: 'none' },
  /** Everyone sees takeovers; only admins start and end them. */
  takeovers: { admin: 'write', user: 'read', kiosk: 'none' },
  'device-groups': { admin: 'write', user: 'permission', kiosk: 'none' },
  media: { admin: 'write', user: 'permission', kiosk: 'read' },
  cards: { admin: 'write', user: 'permission', kiosk: 'write' },
  layouts: { admin: 'write', user: 'permission', kiosk: 'none' },
  storyboards: { admin: 'write', user: 'permission', kiosk: 'none' },
  /** Permission to delete a thing includes restoring it; the feature checks the area of its kind. */
  trash: { admin: 'write', user: 'write', kiosk: 'none' },
  'approve-storyboards': { admin: 'write', user: 'permission', kiosk: 'none' },
} as const satisfies Record<string, Row>

/** An area of the API that access is decided for. */
export type Access = keyof typeof AREAS
export const ACCESS_AREAS = Object.keys(AREAS) as Access[]

/** The caller of a permission check: the profile, or the server's session. */
export interface Actor {
  role: Role
  permissions: readonly Permission[]
  kiosk: boolean
}

/** Whether someone may read or write an area. The console uses it to hide or disable controls. */
export function can(actor: Actor, level: 'read' | 'write', area: Access): boolean {
  const row: Row = AREAS[area]
  if (actor.kiosk) return reaches(row.kiosk, level)
  if (actor.role === ROLES.superAdmin) return true
  if (actor.role === ROLES.admin) return reaches(row.admin, level)
  if (row.user === 'permission')
    return level === 'read' || (actor.permissions as readonly string[]).includes(area)
  return reaches(row.user, level)
}

const reaches = (have: Level, want: 'read' | 'write') => have === 'write' || have === want
