import { contract } from '@vitrine/contract'
import { pathOf } from '@vitrine/contract/client'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, test } from 'vitest'
import { inViewedOrganization } from './view-as.ts'

const ACME = { id: 'acme', name: 'Acme' }
const list = contract.buildings.list
const create = contract.buildings.create

describe('a super admin who views one organization', () => {
  test('adds it to lists', () => {
    expect(inViewedOrganization({ method: 'GET', path: '/buildings', route: list }, ACME).path).toBe(
      '/buildings?organizationId=acme',
    )
    expect(inViewedOrganization({ method: 'GET', path: '/buildings?page=2', route: list }, ACME).path).toBe(
      '/buildings?page=2&organizationId=acme',
    )
  })

  test('creates records in it, unless another one was chosen', () => {
    const call = { method: 'POST', path: '/buildings/create', route: create } as const
    expect(inViewedOrganization({ ...call, body: { name: 'x' } }, ACME).body).toEqual({
      name: 'x',
      organizationId: 'acme',
    })
    const chosen = { name: 'x', organizationId: 'other' }
    expect(inViewedOrganization({ ...call, body: chosen }, ACME).body).toEqual(chosen)
    const path = pathOf(list, { query: { organizationId: 'other' } })
    expect(inViewedOrganization({ method: 'GET', path, route: list }, ACME).path).toBe(path)
  })

  test('leaves other calls unchanged', () => {
    const call = { method: 'GET', path: '/auth/profile', route: contract.auth.profile } as const
    expect(inViewedOrganization(call, ACME)).toBe(call)
    expect(inViewedOrganization({ ...call, route: list }, null)).toEqual({ ...call, route: list })
  })

  test('Q-025 Q-026: every list of organization data can be limited to one organization', () => {
    const lists = routesOf(contract).filter(
      ({ route, name }) => route.method === 'GET' && /\.(list|pending)$/.test(name),
    )
    expect(lists.length).toBeGreaterThan(10)
    // Sessions and passkeys belong to the user, backups to the installation, earlier files to their media, and comments to their page.
    const everybodys =
      /^(outbox|jobs|lookups|player|sessions|passkeys|backups|mediaVersions|deckVersions|comments)\./
    const unbound = lists.filter(
      ({ route, name }) =>
        !everybodys.test(name) &&
        !inViewedOrganization({ method: 'GET', path: '/x', route }, ACME).path.includes(
          'organizationId=acme',
        ),
    )
    expect(unbound.map(({ name }) => name)).toEqual([])
  })
})
