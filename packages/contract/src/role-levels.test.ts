import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from './index.ts'
import {
  type Actor,
  can,
  isWithin,
  limitsOf,
  mayCall,
  PERMISSIONS,
  type Places,
  ROLES,
  reachOf,
  type Scope,
} from './permissions.ts'
import { ROLE_LEVELS, type RoleLevels, rightsOfLevels, seenBecauseOf } from './role-levels.ts'
import { routesOf } from './route.ts'

const routes = routesOf(contract)
  .map(({ route }) => route)
  .filter(({ who }) => typeof who === 'object')

const anyLevels = fc.record(
  Object.fromEntries(PERMISSIONS.map((area) => [area, fc.constantFrom(...ROLE_LEVELS)])),
) as fc.Arbitrary<RoleLevels>
const ids = fc.subarray(['a', 'b', 'c'])
const anyPlaces: fc.Arbitrary<Places> = fc.record({ buildings: ids, floors: ids, groups: ids })
const anyScope: fc.Arbitrary<Scope | null> = fc.option(
  fc.record({ places: fc.option(anyPlaces), folders: fc.option(ids) }),
)
const anyThing = fc.record({
  buildingId: fc.constantFrom('a', 'b', null),
  floorId: fc.constantFrom('a', 'b', null),
  deviceGroupId: fc.constantFrom('a', 'b', null),
})

const actorOf = (levels: RoleLevels, scopes: readonly (Scope | null)[] = []): Actor => {
  const rights = { role: ROLES.user, ...rightsOfLevels(levels) }
  return { ...rights, kiosk: false, limits: scopes.flatMap((scope) => limitsOf(rights, scope)) }
}
const plain = (actor: Partial<Actor>): Actor => ({
  ...{ role: ROLES.user, permissions: [], kiosk: false },
  ...actor,
})

describe('a custom role', () => {
  it('calls nothing that an admin, or a user with the same permissions, may not', () => {
    fc.assert(
      fc.property(anyLevels, (levels) => {
        const actor = actorOf(levels)
        const user = plain({ permissions: actor.permissions })
        for (const route of routes)
          if (mayCall(actor, route)) {
            expect(mayCall(plain({ role: ROLES.admin }), route), route.path).toBe(true)
            expect(mayCall(user, route), route.path).toBe(true)
          }
      }),
    )
  })

  it('never changes people, keys, roles, or the organization', () => {
    const all = Object.fromEntries(PERMISSIONS.map((area) => [area, 'write'])) as RoleLevels
    const areas = ['users', 'api-keys', 'roles', 'own-organization', 'audit', 'unknown-screens'] as const
    for (const area of areas) expect(can(actorOf(all), 'write', area), area).toBe(false)
  })

  it('sees what it changes, and what that is made of', () => {
    fc.assert(
      fc.property(anyLevels, (levels) => {
        const { permissions, reads } = rightsOfLevels(levels)
        for (const area of PERMISSIONS) {
          const isChosen = levels[area] !== 'none'
          expect(permissions.includes(area)).toBe(levels[area] === 'write')
          expect(reads.includes(area)).toBe(isChosen || seenBecauseOf(levels, area).length > 0)
        }
        // What is seen is complete: choosing it shows no more.
        const chosen = Object.fromEntries(
          PERMISSIONS.map((area) => [area, reads.includes(area) ? 'read' : 'none']),
        ) as RoleLevels
        expect(rightsOfLevels(chosen).reads).toEqual(reads)
      }),
    )
  })

  it('a higher level never takes a right away', () => {
    fc.assert(
      fc.property(anyLevels, fc.constantFrom(...PERMISSIONS), (levels, area) => {
        const less = actorOf({ ...levels, [area]: 'none' })
        const more = actorOf({ ...levels, [area]: 'write' })
        for (const route of routes) if (mayCall(less, route)) expect(mayCall(more, route)).toBe(true)
      }),
    )
  })

  it('bounds a kiosk', () => {
    fc.assert(
      fc.property(anyLevels, (levels) => {
        const actor = actorOf(levels)
        for (const route of routes)
          if (mayCall({ ...actor, kiosk: true }, route)) {
            expect(mayCall(plain({ kiosk: true }), route)).toBe(true)
            const { who } = route
            const area = 'read' in (who as object) ? (who as { read: never }).read : undefined
            if (area) expect(can(actor, 'read', area), route.path).toBe(true)
          }
      }),
    )
  })

  it('holds where both its scope and that of the person do', () => {
    fc.assert(
      fc.property(anyLevels, anyScope, anyScope, anyThing, (levels, ofRole, ofPerson, thing) => {
        const inside = (scopes: readonly (Scope | null)[]) =>
          isWithin(reachOf(actorOf(levels, scopes), { write: 'devices' }), thing)
        if (levels.devices !== 'write') return
        expect(inside([ofRole, ofPerson])).toBe(inside([ofRole]) && inside([ofPerson]))
        expect(inside([])).toBe(true)
      }),
    )
  })
})
