import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from './index.ts'
import {
  type Actor,
  approvesWhere,
  can,
  isWithin,
  limitsOf,
  mayCall,
  type Places,
  ROLE_AREAS,
  ROLES,
  reachOf,
  type Scope,
} from './permissions.ts'
import {
  ROLE_LEVELS,
  type RoleLevels,
  type RoleRow,
  rightsOfLevels,
  rightsOfRows,
  seenBecauseOf,
} from './role-levels.ts'
import { routesOf } from './route.ts'

const routes = routesOf(contract)
  .map(({ route }) => route)
  .filter(({ who }) => typeof who === 'object')

const anyLevels = fc.record(
  Object.fromEntries(ROLE_AREAS.map((area) => [area, fc.constantFrom(...ROLE_LEVELS)])),
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
    const all = Object.fromEntries(ROLE_AREAS.map((area) => [area, 'write'])) as RoleLevels
    const areas = ['users', 'api-keys', 'roles', 'own-organization', 'audit', 'unknown-screens'] as const
    for (const area of areas) expect(can(actorOf(all), 'write', area), area).toBe(false)
  })

  it('sees what it changes, and what that is made of', () => {
    fc.assert(
      fc.property(anyLevels, (levels) => {
        const { permissions, reads } = rightsOfLevels(levels)
        for (const area of ROLE_AREAS) {
          const isChosen = levels[area] !== 'none'
          expect(permissions.includes(area)).toBe(levels[area] === 'write')
          expect(reads.includes(area)).toBe(isChosen || seenBecauseOf(levels, area).length > 0)
        }
        // What is seen is complete: choosing it shows no more.
        const chosen = Object.fromEntries(
          ROLE_AREAS.map((area) => [area, reads.includes(area) ? 'read' : 'none']),
        ) as RoleLevels
        expect(rightsOfLevels(chosen).reads).toEqual(reads)
      }),
    )
  })

  it('a higher level never takes a right away', () => {
    fc.assert(
      fc.property(anyLevels, fc.constantFrom(...ROLE_AREAS), (levels, area) => {
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

const anyRows: fc.Arbitrary<RoleRow[]> = fc.array(fc.record({ levels: anyLevels, scope: anyScope }), {
  ...{ minLength: 1, maxLength: 5 },
})
const actorOfRows = (rows: readonly RoleRow[]): Actor => ({
  ...{ role: ROLES.user, kiosk: false },
  ...rightsOfRows(rows),
})
const PLACED = ['buildings', 'devices', 'device-groups', 'takeovers'] as const

describe('rows of a custom role', () => {
  const mayRead = (actor: Actor, thing: object) =>
    can(actor, 'read', 'devices') && isWithin(reachOf(actor, { read: 'devices' }), thing)
  const mayWrite = (actor: Actor, area: (typeof PLACED)[number], thing: object) =>
    can(actor, 'write', area) && isWithin(reachOf(actor, { write: area }), thing)

  it('a right about a place holds where one of them has it, and nowhere else', () => {
    fc.assert(
      fc.property(anyRows, anyThing, (rows, thing) => {
        const all = actorOfRows(rows)
        const each = rows.map((row) => actorOfRows([row]))
        expect(mayRead(all, thing)).toBe(each.some((one) => mayRead(one, thing)))
        for (const area of PLACED)
          expect(mayWrite(all, area, thing), area).toBe(each.some((one) => mayWrite(one, area, thing)))
      }),
    )
  })

  it('files are changed in the folders of a row that changes media, and seen in those of one that shows them', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const actor = actorOfRows(rows)
        const foldersOf = (may: (row: RoleRow) => boolean) => {
          const own = rows.filter(may).map(({ scope }) => scope?.folders ?? null)
          return own.includes(null) ? [] : [own.flat()]
        }
        if (rows.every(({ scope }) => scope === null)) {
          expect(actor.limits).toEqual([])
          return
        }
        const seen = foldersOf(({ levels }) => rightsOfLevels(levels).reads.includes('media'))
        expect(reachOf(actor, { read: 'media' }).folders).toEqual(seen)
        const changed = foldersOf(({ levels }) => levels.media === 'write')
        expect(reachOf(actor, { write: 'media' }).folders).toEqual(changed)
      }),
    )
  })

  it('what is changed is seen, and what a call reads besides is what its caller may read', () => {
    fc.assert(
      fc.property(anyRows, anyThing, fc.constantFrom(...ROLE_AREAS), (rows, thing, area) => {
        const actor = actorOfRows(rows)
        for (const placed of PLACED)
          if (mayWrite(actor, placed, thing)) expect(mayRead(actor, thing)).toBe(true)
        const { seen, ...own } = reachOf(actor, { write: area })
        expect(seen ?? own).toEqual(reachOf(actor, { read: area }))
      }),
    )
  })

  it('another row never takes a right away', () => {
    fc.assert(
      fc.property(anyRows, anyRows, anyThing, (rows, more, thing) => {
        const [less, all] = [actorOfRows(rows), actorOfRows([...rows, ...more])]
        for (const route of routes)
          if (mayCall(less, route)) expect(mayCall(all, route), route.path).toBe(true)
        if (mayRead(less, thing)) expect(mayRead(all, thing)).toBe(true)
        for (const area of PLACED)
          if (mayWrite(less, area, thing)) expect(mayWrite(all, area, thing)).toBe(true)
      }),
    )
  })

  it('approves where it changes only if the places are the same, or approval holds everywhere', () => {
    const at = (id: string): Scope => ({ places: { buildings: [id], floors: [], groups: [] }, folders: null })
    const none = Object.fromEntries(ROLE_AREAS.map((area) => [area, 'none'])) as RoleLevels
    const approves = (scope: Scope | null, more: Partial<RoleLevels> = {}) => ({
      levels: { ...none, 'approve-storyboards': 'write' as const, ...more },
      scope,
    })
    const changes = { levels: { ...none, devices: 'write' as const }, scope: at('a') }
    const where = (...rows: RoleRow[]) => approvesWhere(actorOfRows(rows), 'devices')
    expect(where(approves(at('a'), { devices: 'write' }))).toBe(true)
    expect(where(changes, approves(at('a')))).toBe(true)
    expect(where(changes, approves(null))).toBe(true)
    expect(where(changes, approves(at('b')))).toBe(false)
    expect(where(changes)).toBe(false)
  })

  it('the scope of the person narrows all of them', () => {
    fc.assert(
      fc.property(anyRows, anyScope, anyThing, (rows, ofPerson, thing) => {
        const actor = actorOfRows(rows)
        const narrowed = { ...actor, limits: [...limitsOf(actor, ofPerson), ...(actor.limits ?? [])] }
        const inside = isWithin({ places: ofPerson?.places ? [ofPerson.places] : [] }, thing)
        expect(mayRead(narrowed, thing)).toBe(mayRead(actor, thing) && inside)
        for (const area of PLACED)
          expect(mayWrite(narrowed, area, thing)).toBe(mayWrite(actor, area, thing) && inside)
      }),
    )
  })

  it('one row is what a role was before', () => {
    fc.assert(
      fc.property(anyLevels, anyScope, anyThing, (levels, scope, thing) => {
        const [before, now] = [actorOf(levels, [scope]), actorOfRows([{ levels, scope }])]
        for (const route of routes) expect(mayCall(now, route), route.path).toBe(mayCall(before, route))
        expect(mayRead(now, thing)).toBe(mayRead(before, thing))
        for (const area of PLACED) expect(mayWrite(now, area, thing)).toBe(mayWrite(before, area, thing))
      }),
    )
  })
})
