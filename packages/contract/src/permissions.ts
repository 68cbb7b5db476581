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
  /** The most that someone with a scope may, where it concerns more than places. */
  limited?: Level
  /** Seen by those who see this area, where it isn't a permission. */
  seenWith?: Permission
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
  system: { admin: 'read', user: 'none', kiosk: 'none', limited: 'none' },
  lookups: { admin: 'read', user: 'read', kiosk: 'read' },
  /** Users see only their own. */
  cases: { admin: 'write', user: 'write', kiosk: 'none' },
  organizations: { admin: 'read', user: 'read', kiosk: 'none' },
  /** Who did what, with addresses. */
  audit: { admin: 'read', user: 'none', kiosk: 'none', limited: 'none' },
  /** Keys act with their maker's permissions, so only admins make them. */
  'api-keys': { admin: 'write', user: 'none', kiosk: 'none', limited: 'none' },
  /** All that an organization has, as one file. */
  archives: { admin: 'write', user: 'none', kiosk: 'none', limited: 'none' },
  'own-organization': { admin: 'write', user: 'read', kiosk: 'none', limited: 'read' },
  users: { admin: 'write', user: 'read', kiosk: 'none', limited: 'read' },
  /** Named sets of permissions, which people have instead of single permissions. */
  roles: { admin: 'write', user: 'none', kiosk: 'none', limited: 'none' },
  licences: { admin: 'read', user: 'read', kiosk: 'none', seenWith: 'devices' },
  buildings: { admin: 'write', user: 'permission', kiosk: 'none' },
  devices: { admin: 'write', user: 'permission', kiosk: 'none' },
  /** Admins decide whether a screen belongs to their organization. */
  'unknown-screens': { admin: 'write', user: 'none', kiosk: 'none', limited: 'none' },
  /** Everyone sees takeovers; only admins start and end them. */
  takeovers: { admin: 'write', user: 'read', kiosk: 'none', seenWith: 'devices' },
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

/** Ids of buildings, floors, and device groups, each with all that is in it. */
export interface Places {
  buildings: string[]
  floors: string[]
  groups: string[]
}

/** The part of an organization that rights hold for; null: everything. */
export interface Scope {
  places: Places | null
  /** Ids of folders of the media library, each with all that is in it; null: the whole library. */
  folders: string[] | null
}

/** Permissions, and where they hold; null: everywhere. */
export interface Grant {
  permissions: Permission[]
  scope: Scope | null
}
/** Each limits where the rights hold: of a key, its own and its maker's. None: everywhere. */
export type Limits = Grant[][]

/** The caller of a permission check: the profile, or the server's session. */
export interface Actor {
  role: Role
  permissions: readonly Permission[]
  kiosk: boolean
  limits?: Limits
  /** The areas of permissions that a custom role shows; null, absent: all. */
  reads?: readonly Permission[] | null
}

/** The limits of someone whose rights hold in one scope. Super admins have none. */
export function limitsOf(
  { role, permissions }: Pick<Actor, 'role' | 'permissions'>,
  scope: Scope | null,
): Limits {
  if (role === ROLES.superAdmin || scope === null) return []
  return [[{ permissions: [...(role === ROLES.user ? permissions : PERMISSIONS)], scope }]]
}

/** Whether someone's rights hold for a part of the organization only. */
export const isLimited = ({ role, limits = [] }: Pick<Actor, 'role' | 'limits'>): boolean =>
  role !== ROLES.superAdmin && limits.length > 0

/** Whether someone may read or write an area. The console uses it to hide or disable controls. */
export function can(actor: Actor, level: 'read' | 'write', area: Access): boolean {
  const row: Row = AREAS[area]
  if (row.limited && isLimited(actor) && !reaches(row.limited, level)) return false
  if (!isShown(actor, row.seenWith ?? area)) return false
  if (actor.kiosk) return reaches(row.kiosk, level) && (level === 'read' || isWithinRole(actor, area))
  if (actor.role === ROLES.superAdmin) return true
  if (actor.role === ROLES.admin) return reaches(row.admin, level)
  if (row.user === 'permission')
    return level === 'read' || (actor.permissions as readonly string[]).includes(area)
  return reaches(row.user, level)
}

const reaches = (have: Level, want: 'read' | 'write') => have === 'write' || have === want
const isShown = ({ reads }: Actor, area: Access) => !reads || !isPermission(area) || reads.includes(area)
/** A kiosk writes without permissions, but no more than the custom role of its person. */
const isWithinRole = ({ reads, permissions }: Actor, area: Access) =>
  !reads || !isPermission(area) || permissions.includes(area)

/** Who may call a route, and whether it concerns the whole organization. */
interface Asked {
  who: 'public' | 'device' | { read: Access } | { write: Access }
  everywhere?: true
}

/** Whether someone may call a route, wherever their rights hold. */
export function mayCall(actor: Actor, { who, everywhere }: Asked): boolean {
  if (typeof who !== 'object' || (everywhere && !reachesAllPlaces(actor, who))) return false
  return 'read' in who ? can(actor, 'read', who.read) : can(actor, 'write', who.write)
}

/** What someone reaches: each of these must hold, and none means everything. */
export interface Reach {
  places: readonly Places[]
  /** Of media, each the folders that they must be in. */
  folders: readonly (readonly string[])[]
}
export const EVERYTHING: Reach = { places: [], folders: [] }

/**
 * The one decision about where rights hold. Reading reaches the scopes of all grants, writing an area those of the grants
 * with its permission.
 */
export function reachOf(actor: Pick<Actor, 'role' | 'limits'>, who: Asked['who']): Reach {
  if (typeof who !== 'object' || !isLimited(actor)) return EVERYTHING
  const area = 'write' in who ? who.write : undefined
  const isGranted = ({ permissions }: Grant) => !isPermission(area) || permissions.includes(area)
  const scopes = (actor.limits ?? []).map((grants) => grants.filter(isGranted).map(({ scope }) => scope))
  return {
    places: scopes.flatMap((each) =>
      union(
        each.map((scope) => scope?.places ?? null),
        allPlaces,
      ),
    ),
    folders: scopes.flatMap((each) =>
      union(
        each.map((scope) => scope?.folders ?? null),
        (some) => some.flat(),
      ),
    ),
  }
}

/** Whether someone may do in all places what they may do at all; the folders of media don't matter. */
export const reachesAllPlaces = (actor: Pick<Actor, 'role' | 'limits'>, who: Asked['who']): boolean =>
  reachOf(actor, who).places.length === 0

/** Whether someone may do in the whole media library, and at its Root, what they may do at all. */
export const reachesWholeLibrary = (actor: Pick<Actor, 'role' | 'limits'>, who: Asked['who']): boolean =>
  reachOf(actor, who).folders.length === 0

const isPermission = (area: Access | undefined): area is Permission =>
  (PERMISSIONS as readonly (string | undefined)[]).includes(area)

/** Everything if one of them is. */
function union<T>(parts: readonly (T | null)[], merged: (some: readonly T[]) => T): T[] {
  const some = parts.filter((part) => part !== null)
  return some.length < parts.length ? [] : [merged(some)]
}

function allPlaces(some: readonly Places[]): Places {
  const of = (key: keyof Places) => [...new Set(some.flatMap((part) => part[key]))]
  return { buildings: of('buildings'), floors: of('floors'), groups: of('groups') }
}

/** Where a screen, floor, building, or group is. */
export interface Placed {
  buildingId?: string | null | undefined
  floorId?: string | null | undefined
  deviceGroupId?: string | null | undefined
}

/** Whether a thing is in reach. The server's queries decide the same (db/places.ts). */
export const isWithin = (
  { places }: Pick<Reach, 'places'>,
  { buildingId, floorId, deviceGroupId }: Placed,
): boolean =>
  places.every(
    ({ buildings, floors, groups }) =>
      buildings.includes(buildingId ?? '') ||
      floors.includes(floorId ?? '') ||
      groups.includes(deviceGroupId ?? ''),
  )
