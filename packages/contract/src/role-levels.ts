// What a custom role lets people do, as an admin chooses it.
import { type Limits, ROLE_AREAS, type RoleArea, type Scope } from './permissions.ts'

export const ROLE_LEVELS = ['none', 'read', 'write'] as const
export type RoleLevel = (typeof ROLE_LEVELS)[number]
export type RoleLevels = Record<RoleArea, RoleLevel>
/** What a custom role lets people do in one scope; null: everywhere. */
export interface RoleRow {
  levels: RoleLevels
  scope: Scope | null
}

/**
 * What people see with an area, because its things are made of these, and its screens name them: who sees storyboards
 * sees their pages. Hiding the parts alone would hide nothing.
 */
const SEEN_WITH: Record<RoleArea, readonly RoleArea[]> = {
  media: [],
  cards: ['media', 'layouts'],
  layouts: ['media', 'cards'],
  storyboards: ['media', 'cards', 'layouts', 'local-content'],
  'approve-storyboards': ['storyboards'],
  buildings: ['devices'],
  devices: ['buildings', 'device-groups', 'takeovers'],
  'device-groups': ['devices', 'storyboards'],
  takeovers: ['devices'],
  'local-content': ['media'],
}

/** With all that is seen with them. */
function seenWith(areas: readonly RoleArea[]): Set<RoleArea> {
  const seen = new Set(areas)
  // A set takes more while it is walked through.
  for (const area of seen) for (const other of SEEN_WITH[area]) seen.add(other)
  return seen
}

const atLeastRead = (levels: RoleLevels) => ROLE_AREAS.filter((area) => levels[area] !== 'none')

/** The chosen areas that an area is seen with; empty: its level can be `none`. */
export const seenBecauseOf = (levels: RoleLevels, area: RoleArea): RoleArea[] =>
  atLeastRead(levels).filter((other) => other !== area && seenWith([other]).has(area))

/** The areas that a row of a role changes and sees. */
export function rightsOfLevels(levels: RoleLevels): { permissions: RoleArea[]; reads: RoleArea[] } {
  const seen = seenWith(atLeastRead(levels))
  return {
    permissions: ROLE_AREAS.filter((area) => levels[area] === 'write'),
    reads: ROLE_AREAS.filter((area) => seen.has(area)),
  }
}

/** The areas that a role changes and sees somewhere, and where. */
export function rightsOfRows(rows: readonly RoleRow[]): {
  permissions: RoleArea[]
  reads: RoleArea[]
  limits: Limits
} {
  const grants = rows.map(({ levels, scope }) => ({ ...rightsOfLevels(levels), scope }))
  const united = (key: 'permissions' | 'reads') =>
    ROLE_AREAS.filter((area) => grants.some((grant) => grant[key].includes(area)))
  const isEverywhere = grants.every(({ scope }) => scope === null)
  return {
    permissions: united('permissions'),
    reads: united('reads'),
    limits: isEverywhere ? [] : [grants],
  }
}
