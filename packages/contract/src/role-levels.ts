// What a custom role lets people do, as an admin chooses it.
import { PERMISSIONS, type Permission } from './permissions.ts'

export const ROLE_LEVELS = ['none', 'read', 'write'] as const
export type RoleLevel = (typeof ROLE_LEVELS)[number]
export type RoleLevels = Record<Permission, RoleLevel>

/**
 * What people see with an area, because its things are made of these, and its screens name them: who sees storyboards
 * sees their pages. Hiding the parts alone would hide nothing.
 */
const SEEN_WITH: Record<Permission, readonly Permission[]> = {
  media: [],
  cards: ['media', 'layouts'],
  layouts: ['media', 'cards'],
  storyboards: ['media', 'cards', 'layouts'],
  'approve-storyboards': ['storyboards'],
  buildings: ['devices'],
  devices: ['buildings', 'device-groups'],
  'device-groups': ['devices', 'storyboards'],
}

/** With all that is seen with them. */
function seenWith(areas: readonly Permission[]): Set<Permission> {
  const seen = new Set(areas)
  // A set takes more while it is walked through.
  for (const area of seen) for (const other of SEEN_WITH[area]) seen.add(other)
  return seen
}

const atLeastRead = (levels: RoleLevels) => PERMISSIONS.filter((area) => levels[area] !== 'none')

/** The chosen areas that an area is seen with; empty: its level can be `none`. */
export const seenBecauseOf = (levels: RoleLevels, area: Permission): Permission[] =>
  atLeastRead(levels).filter((other) => other !== area && seenWith([other]).has(area))

/** The areas that a role changes and sees. */
export function rightsOfLevels(levels: RoleLevels): { permissions: Permission[]; reads: Permission[] } {
  const seen = seenWith(atLeastRead(levels))
  return {
    permissions: PERMISSIONS.filter((area) => levels[area] === 'write'),
    reads: PERMISSIONS.filter((area) => seen.has(area)),
  }
}
