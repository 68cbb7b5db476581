import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import texts from '#locales/en-us.json'
import { MENU, menuFor } from './menu.ts'
import { createConsoleRouter } from './router.tsx'

const entries = MENU.flatMap((group) => group.entries)
const label = (text: string) => (texts.menu as Record<string, unknown>)[text.replace('menu.', '')]

describe('the side menu', () => {
  test('N-001…N-018: has exactly the 17 entries', () => {
    const labels = entries.map(({ text }) => label(text))
    expect([...labels].sort()).toEqual(
      [
        'Dashboard',
        'Organizations',
        'Users',
        'Buildings',
        'Floors',
        'Cards',
        'Storyboards',
        'Device-card assignments',
        'Device configurations',
        'Media library',
        'Licensing',
        'Settings',
        'Open case',
        'Profile',
        'Devices',
        'Device groups',
        'Layouts',
      ].sort(),
    )
  })

  test('every entry leads to a screen, and no two to the same', () => {
    const router = createConsoleRouter(createMemoryHistory())
    for (const { to } of entries) expect(router.matchRoutes(to).at(-1)?.fullPath).toBe(to)
    expect(new Set(entries.map(({ to }) => to)).size).toBe(entries.length)
  })

  test('a kiosk session has cards only', () => {
    expect(menuFor(true).flatMap((group) => group.entries.map(({ to }) => to))).toEqual(['/app/cards'])
    expect(menuFor(false)).toBe(MENU)
  })
})
