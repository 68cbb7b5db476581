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

/** What custom roles have a level for: more than single permissions, which the specification lists. */
export const ROLE_AREAS = [...PERMISSIONS, 'takeovers', 'local-content'] as const
export type RoleArea = (typeof ROLE_AREAS)[number]

export const DEFAULT_PERMISSIONS: readonly Permission[] = ['media', 'cards', 'layouts', 'storyboards']

type Level = 'none' | 'read' | 'write'
interface Row {
  admin: Level
  /** `permission`: reads always, writes with the permission of the same name, or with this level of a custom role. */
  user: Level | 'permission'
  kiosk: Level
  /** The most that someone with a scope may, where it concerns more than places. */
  limited?: Level
  /** Seen by those who see this area. */
  seenWith?: RoleArea
  /** Written also by those who write this area. */
  writtenWith?: RoleArea
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
  /** Who sees screens sees their takeovers. Of people who aren't admins, only custom roles let them start one. */
  takeovers: { admin: 'write', user: 'permission', kiosk: 'none', seenWith: 'devices' },
  'device-groups': { admin: 'write', user: 'permission', kiosk: 'none' },
  media: { admin: 'write', user: 'permission', kiosk: 'read' },
  cards: { admin: 'write', user: 'permission', kiosk: 'write' },
  layouts: { admin: 'write', user: 'permission', kiosk: 'none' },
  storyboards: { admin: 'write', user: 'permission', kiosk: 'none' },
  /** What places show in local slots: by those who change storyboards, and by those whose custom role is about it alone. */
  'local-content': { admin: 'write', user: 'permission', kiosk: 'none', writtenWith: 'storyboards' },
  /** Permission to delete a thing includes restoring it; the feature checks the area of its kind. */
  trash: { admin: 'write', user: 'write', kiosk: 'none' },
  'approve-storyboards': { admin: 'write', user: 'permission', kiosk: 'none' },
  /** Who sees a page comments on it; the feature checks the area of its kind. */
  comments: { admin: 'write', user: 'write', kiosk: 'none' },
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

/** Permissions, or what a row of a custom role changes, and where they hold; null: everywhere. */
export interface Grant {
  permissions: RoleArea[]
  scope: Scope | null
  /** The areas that the row shows there; absent: all that its person sees. */
  reads?: RoleArea[] | undefined
}
/** Each limits where the rights hold: of a key, its own and its maker's. None: everywhere. */
export type Limits = Grant[][]

/** The caller of a permission check: the profile, or the server's session. */
export interface Actor {
  role: Role
  permissions: readonly RoleArea[]
  kiosk: boolean
  limits?: Limits
  /** The areas that a custom role shows; null, absent: all. */
  reads?: readonly RoleArea[] | null
}

/** The limits of someone whose rights hold in one scope. Super admins have none. `limitsOfRows` has those of a custom role. */
export function limitsOf(
  { role, permissions }: Pick<Actor, 'role' | 'permissions'>,
  scope: Scope | null,
): Limits {
  if (role === ROLES.superAdmin || scope === null) return []
  return [[{ permissions: [...(role === ROLES.user ? permissions : ROLE_AREAS)], scope }]]
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
  if (row.user === 'permission') return level === 'read' || isPermitted(actor.permissions, area)
  return reaches(row.user, level)
}

const isPermitted = (permissions: readonly RoleArea[], area: Access) => {
  const { writtenWith }: Row = AREAS[area]
  return permissions.some((each) => each === area || each === writtenWith)
}
const reaches = (have: Level, want: 'read' | 'write') => have === 'write' || have === want
const isShown = ({ reads }: Actor, area: Access) => !reads || !isRoleArea(area) || reads.includes(area)
/** A kiosk writes without permissions, but no more than the custom role of its person. */
const isWithinRole = ({ reads, permissions }: Actor, area: Access) =>
  !reads || !isRoleArea(area) || permissions.includes(area)

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
  /** Of a call that writes: what it may read, where this is something else. */
  seen?: Reach
}
export const EVERYTHING: Reach = { places: [], folders: [] }

/** Areas whose things are in places. Who sees one of them sees all. */
const IN_PLACES: readonly Access[] = ['buildings', 'devices', 'device-groups', 'takeovers']

/**
 * The one decision about where rights hold. Places are read where a grant shows screens, or their local content for calls
 * about it, and folders where one shows media; both are changed where a grant has the permission. What a call reads besides
 * is what its caller may read.
 */
export function reachOf(actor: Pick<Actor, 'role' | 'limits'>, who: Asked['who']): Reach {
  if (typeof who !== 'object' || !isLimited(actor)) return EVERYTHING
  const isLocal = Object.values(who).includes('local-content')
  const places = union(actor, 'places', showing(isLocal ? 'local-content' : 'devices'))
  const folders = union(actor, 'folders', showing('media'))
  const seen = { places, folders }
  const area = 'write' in who ? who.write : undefined
  if (area === undefined) return seen
  const decides = area === 'approve-storyboards'
  const written = {
    places: decides || isLocal || IN_PLACES.includes(area) ? union(actor, 'places', granting(area)) : places,
    folders: decides || area === 'media' ? union(actor, 'folders', granting(area)) : folders,
  }
  return JSON.stringify(written) === JSON.stringify(seen) ? seen : { ...written, seen }
}

const showing =
  (area: RoleArea) =>
  ({ reads }: Grant): boolean =>
    !reads || reads.includes(area)
/** Of what isn't an area of permissions, every grant has some. */
const granting =
  (area: Access) =>
  ({ permissions }: Grant): boolean =>
    !isRoleArea(area) || isPermitted(permissions, area)
const grantingTo = (who: Asked['who']) =>
  typeof who === 'object' && 'write' in who ? granting(who.write) : () => true

/** Whether someone may do in all places what they may do at all; the folders of media don't matter. */
export const reachesAllPlaces = (actor: Pick<Actor, 'role' | 'limits'>, who: Asked['who']): boolean =>
  !isLimited(actor) || union(actor, 'places', grantingTo(who)).length === 0

/** Whether someone may do in the whole media library, and at its Root, what they may do at all. */
export const reachesWholeLibrary = (actor: Pick<Actor, 'role' | 'limits'>, who: Asked['who']): boolean =>
  !isLimited(actor) || union(actor, 'folders', grantingTo(who)).length === 0

/** Whether someone approves wherever they may change an area: rows of a custom role may say otherwise. */
export function approvesWhere(actor: Actor, area: Access): boolean {
  const decided = union(actor, 'places', granting('approve-storyboards'))
  const changed = union(actor, 'places', granting(area))
  const isSame = JSON.stringify(decided) === JSON.stringify(changed)
  return can(actor, 'write', 'approve-storyboards') && (!isLimited(actor) || decided.length === 0 || isSame)
}

const isRoleArea = (area: Access | undefined): area is RoleArea =>
  (ROLE_AREAS as readonly (string | undefined)[]).includes(area)

/** Each limit, without those in which a grant holds everywhere. */
function union<Part extends keyof Scope>(
  { limits = [] }: Pick<Actor, 'limits'>,
  part: Part,
  isMeant: (grant: Grant) => boolean,
): NonNullable<Scope[Part]>[] {
  return limits.flatMap((grants) => {
    const parts = grants.filter(isMeant).map(({ scope }) => scope?.[part] ?? null)
    const some = parts.filter((each) => each !== null)
    if (some.length < parts.length) return []
    const [first, ...others] = some
    return [first && others.length === 0 ? first : MERGED[part](some)]
  })
}

const MERGED: {
  [Part in keyof Scope]: (some: readonly NonNullable<Scope[Part]>[]) => NonNullable<Scope[Part]>
} = {
  places: (some) => {
    const of = (key: keyof Places) => [...new Set(some.flatMap((each) => each[key]))]
    return { buildings: of('buildings'), floors: of('floors'), groups: of('groups') }
  },
  folders: (some) => some.flat(),
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
