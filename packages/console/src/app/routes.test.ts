import { createMemoryHistory, isRedirect } from '@tanstack/react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { session } from '#lib/session/session.ts'
import { createConsoleRouter } from './router.tsx'
import routesSource from './routes.tsx?raw'

/** Every URL below /app in the specification, with example parameters. */
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
const ADDED = ['floors', 'floors/$id', 'device-cards', 'device-configurations', 'profile']

const router = createConsoleRouter(createMemoryHistory())

/** Follows guards and redirects like the router; returns the final route and the paths on the way. */
function land(address: string): { route: string; way: string[] } {
  const way: string[] = []
  let next: string | undefined = address
  let route = ''
  while (next !== undefined) {
    way.push(next)
    if (way.length > 9) throw new Error(`Redirects without end: ${way.join(' > ')}`)
    const matches: ReturnType<typeof router.matchRoutes> = router.matchRoutes(next)
    route = matches.at(-1)?.fullPath ?? ''
    next = redirectOf(matches, next.split('?')[0])
  }
  return { route, way }
}

function redirectOf(matches: ReturnType<typeof router.matchRoutes>, pathname = ''): string | undefined {
  for (const { routeId, params } of matches) {
    const route = Object.entries(router.routesById).find(([id]) => id === routeId)?.[1]
    try {
      route?.options.beforeLoad?.({ params, location: { pathname } } as never)
    } catch (error) {
      if (!isRedirect(error)) throw error
      // Otherwise *Back* leads to a page that leads forward again.
      expect(error.options.replace).toBe(true)
      return String(error.options.to)
    }
  }
  return undefined
}

const signIn = (role: '0' | '1' | '2' = '2', kiosk = false) =>
  session.signIn({ token: 'a', refreshToken: 'b', profile: { id: 'u', role, kiosk } as never })

afterEach(() => session.end('left'))

describe('logged in', () => {
  test.each(SPECIFIED)('%s: /app/%s has its own page', (_, address) => {
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

  test('R-009, G-024: for a kiosk, /app leads to the cards', () => {
    signIn('2', true)
    expect(land('/app').way).toEqual(['/app', '/app/cards'])
  })

  test.each(['/auth/verify-email', '/auth/reset-password'])(
    'the link of a mail, %s, opens all the same',
    (link) => {
      signIn()
      expect(land(link).way).toEqual([link])
    },
  )

  test.each(['/auth', '/auth/login', '/auth/auth-redirect', '/auth/register', '/auth/forgot-password', '/'])(
    'R-007: %s leads to /app',
    (address) => {
      signIn()
      expect(land(address).way).toContain('/app')
      expect(land(address).route).toBe('/app/dashboard')
    },
  )

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

  test.each(['0', '1', '2'] as const)('R-040, P-004: role %s is redirected from no route', (role) => {
    signIn(role)
    for (const [, address] of SPECIFIED)
      expect(land(`/app/${address.replace('$type', 'designed')}`).way).toHaveLength(1)
  })
})

describe('logged out', () => {
  test('R-002, R-005: the empty path redirects via /auth to the login', () => {
    expect(land('/').way).toEqual(['/', '/auth', '/auth/login'])
  })

  test('R-003: an unknown path redirects via /app to the login', () => {
    expect(land('/nope/x').way).toEqual(['/nope/x', '/app', '/auth', '/auth/login'])
  })

  test.each(SPECIFIED)('R-008: /app/%s (%s) leads to the login', (_, address) => {
    expect(land(`/app/${address.replace('$type', 'standard')}`).route).toBe('/auth/login')
  })

  test('R-004, R-006: login and auth-redirect are public', () => {
    expect(land('/auth/login').way).toHaveLength(1)
    expect(land('/auth/auth-redirect').route).toBe('/auth/auth-redirect')
  })

  test.each(['register', 'forgot-password', 'reset-password', 'verify-email'])(
    '/auth/%s is open',
    (address) => {
      expect(land(`/auth/${address}`)).toEqual({ route: `/auth/${address}`, way: [`/auth/${address}`] })
    },
  )
})

const LIST = { q: 'lobby', sort: '-name', page: 2, size: 25 }

/** The search parameters of each list screen, and of links to comments: reload, Back and copied links must keep them. */
const KEPT: Readonly<Record<string, Record<string, unknown>>> = {
  floors: { q: 'lobby' },
  cards: { ...LIST, templates: true },
  storyboard: { ...LIST, status: 'pending', review: '018f' },
  'media-library': { q: 'lobby', sort: 'largest', kind: 'video', view: 'list' },
  'media-library/folders/$folderId': { q: 'lobby', sort: 'name', kind: 'image', view: 'list' },
  devices: { ...LIST, view: 'wall', only: 'offline' },
  plays: {
    days: 30,
    first: '2026-11-01',
    last: '2026-11-30',
    device: '018f',
    building: '018b',
    storyboard: '018s',
    item: '018i',
    kind: 'page',
    each: true,
    page: 2,
  },
  'plays/report': {
    storyboard: '018s',
    customer: 'Zoë',
    period: 'custom',
    first: '2026-11-01',
    last: '2026-11-30',
    zone: 'Europe/Berlin',
  },
  'device-group/calendar': { view: 'month', date: '2026-11-01' },
  answers: { of: '018f', days: 30 },
  'open-case': { ...LIST, opened: '018f' },
  trash: { ...LIST, kind: 'layout' },
  settings: { ...LIST, tab: 'outbox' },
  'cards/edit/$id': { comment: '018c' },
  'layouts/design/$id': { comment: '018c' },
  'parts/design/$id': { comment: '018c' },
}

/** The URLs of all screens with a list, found in their sources. */
function listAddresses(): string[] {
  const pages: Record<string, string> = import.meta.glob('/src/*/*/*-page.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  return routesSource.split('createRoute({').flatMap((route) => {
    const [, path = '', page = ''] =
      /path: '([^']+)'[\s\S]*?import\('#([\w/-]+-page\.tsx)'\)/.exec(route) ?? []
    const source = pages[`/src/${page}`] ?? ''
    return /useListState\(|<DataTable|<Library\b|<Paged/.test(source) ? [path] : []
  })
}

describe('the URL of a list, or of a link', () => {
  const addresses = [...new Set([...listAddresses(), ...Object.keys(KEPT)])]

  test.each(addresses)('/app/%s keeps its view', (address) => {
    signIn()
    const search = KEPT[address] ?? LIST
    const query = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]))
    const matches = router.matchRoutes(`/app/${address.replace(/\$\w+/, '018f')}`, {
      ...router.options.parseSearch?.(`?${query}`),
    })
    const kept = matches.at(-1)?.search as Record<string, unknown>
    expect(Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))).toEqual(
      search,
    )
  })

  test('list screens are found in the sources', () => expect(listAddresses()).toContain('buildings'))
})
