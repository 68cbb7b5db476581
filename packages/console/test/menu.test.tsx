// @vitest-environment happy-dom
import { ROLES } from '@vitrine/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Console, named, openConsole, setUpConsole } from './console-window.tsx'

/** The specification's 17 entries with their URLs, in the order of decision 020. */
const ENTRIES: readonly (readonly [row: string, label: string, address: string])[] = [
  ['N-001', 'Dashboard', '/app/dashboard'],
  ['N-010', 'Media library', '/app/media-library'],
  ['N-006', 'Cards', '/app/cards'],
  ['N-017', 'Layouts', '/app/layouts'],
  ['N-007', 'Storyboards', '/app/storyboard'],
  ['N-015', 'Devices', '/app/devices'],
  ['N-016', 'Device groups', '/app/device-group'],
  ['N-008', 'Device-card assignments', '/app/device-cards'],
  ['N-009', 'Device configurations', '/app/device-configurations'],
  ['N-004', 'Buildings', '/app/buildings'],
  ['N-005', 'Floors', '/app/floors'],
  ['N-002', 'Organizations', '/app/organization'],
  ['N-003', 'Users', '/app/user'],
  ['N-011', 'Licensing', '/app/licence'],
  ['N-013', 'Open case', '/app/open-case'],
  ['N-012', 'Settings', '/app/settings'],
  ['N-014', 'Profile', '/app/profile'],
]

describe('the side menu', () => {
  setUpConsole({ once: true })
  let opened: Console
  let menu: HTMLElement
  beforeAll(async () => {
    opened = openConsole('/app/plays')
    menu = await opened.page().findByRole('navigation', { name: 'Main menu' })
  })
  const links = () => [...menu.querySelectorAll('a')]

  test.each(ENTRIES)('%s: %s leads to %s', (_row, label, address) => {
    const found = named('link', label, menu)
    expect(found.map((link) => link.getAttribute('href'))).toEqual([address])
    expect(opened.router.matchRoutes(address).at(-1)?.fullPath).toBe(address)
  })

  test('N-018: has exactly these 17 entries, in this order', () => {
    expect(ENTRIES).toHaveLength(17)
    expect(links().map(({ textContent }) => textContent)).toEqual(ENTRIES.map(([, label]) => label))
  })
})

describe('the side menu of a new organization', () => {
  setUpConsole()

  test.each(Object.entries(ROLES))('shows all entries to the role %s', async (_name, role) => {
    const { page } = openConsole('/app/profile', {}, { role, permissions: [] })
    const menu = await page().findByRole('navigation', { name: 'Main menu' })
    const shown = [...menu.querySelectorAll('a')].filter((link) => !link.closest('[hidden]'))
    expect(shown.map(({ textContent }) => textContent)).toEqual(ENTRIES.map(([, label]) => label))
  })
})
