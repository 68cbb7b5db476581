import { createMemoryHistory, isRedirect } from '@tanstack/react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { session } from '#lib/session.ts'
import { createConsoleRouter } from './router.tsx'

/** Every address below /app that the specification names, with an example for its parameters. */
const SPECIFIED: readonly (readonly [row: string, address: string])[] = [
  ['R-010', 'dashboard'],
  ['R-011', 'organization'],
  ['R-012', 'user'],
  ['R-013', 'buildings'],
  ['R-014', 'buildings/create'],
  ['R-015', 'buildings/edit/$id'],
  ['R-016', 'cards'],
  ['R-017', 'cards/create'],
  ['R-018', 'cards/edit/$id'],
  ['R-019', 'cards/preview/$id'],
  ['R-020', 'cards/design-template'],
  ['R-021', 'cards/design-template/$id'],
  ['R-022', 'storyboard'],
  ['R-023', 'storyboard/$type/create'],
  ['R-024', 'storyboard/$type/edit/$id'],
  ['R-028', 'licence'],
  ['R-029', 'settings'],
  ['R-030', 'media-library'],
  ['R-031', 'media-library/preview/$id'],
  ['R-032', 'media-library/folders/$folderId'],
  ['R-033', 'open-case'],
  ['R-034', 'devices'],
  ['R-035', 'device-group'],
  ['R-036', 'device-group/storyboard/$id'],
  ['R-037', 'layouts'],
  ['R-038', 'layouts/design'],
  ['R-039', 'layouts/design/$id'],
]
const ADDED = ['floors', 'device-cards', 'device-configurations', 'profile']

const router = createConsoleRouter(createMemoryHistory())

/** Follows guards and redirects as the router does; answers the screen's route and the addresses on the way. */
function land(address: string): { route: string; way: string[] } {
  const way: string[] = []
  let next: string | undefined = address
  let route = ''
  while (next !== undefined) {
    way.push(next)
    if (way.length > 9) throw new Error(`Redirects without end: ${way.join(' > ')}`)
    const matches: ReturnType<typeof router.matchRoutes> = router.matchRoutes(next)
    route = matches.at(-1)?.fullPath ?? ''
    next = redirectOf(matches)
  }
  return { route, way }
}

function redirectOf(matches: ReturnType<typeof router.matchRoutes>): string | undefined {
  for (const { routeId, params } of matches) {
    const route = Object.entries(router.routesById).find(([id]) => id === routeId)?.[1]
    try {
      route?.options.beforeLoad?.({ params } as never)
    } catch (error) {
      if (!isRedirect(error)) throw error
      return String(error.options.to)
    }
  }
  return undefined
}

const signIn = (role: '0' | '1' | '2' = '2') =>
  session.signIn({ token: 'a', refreshToken: 'b', profile: { id: 'u', role, kiosk: false } as never })

afterEach(() => session.end('left'))

describe('signed in', () => {
  test.each(SPECIFIED)('%s: /app/%s is a screen of its own', (_, address) => {
    signIn()
    const example = `/app/${address.replace('$type', 'standard').replace(/\$\w+/, '018f')}`
    expect(land(example)).toEqual({ route: `/app/${address}`, way: [example] })
  })

  test.each(ADDED)('the menu entry %s has a route', (address) => {
    signIn()
    expect(land(`/app/${address}`).route).toBe(`/app/${address}`)
  })

  test('R-009: /app leads to the dashboard', () => {
    signIn()
    expect(land('/app').way).toEqual(['/app', '/app/dashboard'])
  })

  test.each(['/auth', '/auth/login', '/auth/auth-redirect', '/'])('R-007: %s leads to /app', (address) => {
    signIn()
    expect(land(address).way).toContain('/app')
    expect(land(address).route).toBe('/app/dashboard')
  })

  test.each(['/nope/x', '/app/nope', '/app/buildings/edit', '/auth/nope', '/app/storyboard/foo/create'])(
    'R-003, R-027: the unknown %s leads to /app',
    (address) => {
      signIn()
      expect(land(address).way.slice(-2)).toEqual(['/app', '/app/dashboard'])
    },
  )

  test.each(['standard', 'designed'])('R-025, R-026: a storyboard may be %s', (type) => {
    signIn()
    expect(land(`/app/storyboard/${type}/create`).route).toBe('/app/storyboard/$type/create')
    expect(land(`/app/storyboard/${type}/edit/1`).route).toBe('/app/storyboard/$type/edit/$id')
  })

  test.each(['0', '1', '2'] as const)('R-040: role %s is sent away from no route', (role) => {
    signIn(role)
    for (const [, address] of SPECIFIED)
      expect(land(`/app/${address.replace('$type', 'designed')}`).way).toHaveLength(1)
  })
})

describe('signed out', () => {
  test('R-002, R-005: the empty path leads over /auth to the login', () => {
    expect(land('/').way).toEqual(['/', '/auth', '/auth/login'])
  })

  test('R-003: an unknown path leads over /app to the login', () => {
    expect(land('/nope/x').way).toEqual(['/nope/x', '/app', '/auth', '/auth/login'])
  })

  test.each(SPECIFIED)('R-008: /app/%s (%s) leads to the login', (_, address) => {
    expect(land(`/app/${address.replace('$type', 'standard')}`).route).toBe('/auth/login')
  })

  test('R-004, R-006: login and auth-redirect are open', () => {
    expect(land('/auth/login').way).toHaveLength(1)
    expect(land('/auth/auth-redirect').route).toBe('/auth/auth-redirect')
  })
})
