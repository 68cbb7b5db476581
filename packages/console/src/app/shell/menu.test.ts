import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { createConsoleRouter } from '#app/router.tsx'
import { MENU, menuFor } from './menu.ts'

const entries = MENU.flatMap((group) => group.entries)

describe('the side menu', () => {
  test('every entry leads to a screen, each to a different one', () => {
    const router = createConsoleRouter(createMemoryHistory())
    for (const { to } of entries) expect(router.matchRoutes(to).at(-1)?.fullPath).toBe(to)
    expect(new Set(entries.map(({ to }) => to)).size).toBe(entries.length)
  })

  test('a kiosk session has cards only', () => {
    expect(menuFor(true).flatMap((group) => group.entries.map(({ to }) => to))).toEqual(['/app/cards'])
    expect(menuFor(false)).toBe(MENU)
    const shown = menuFor(false, (area) => ['media', 'cards', 'layouts'].includes(area))
    expect(shown.map(({ key }) => key)).toEqual(['top', 'content', 'administration', 'bottom'])
    expect(shown.flatMap(({ entries }) => entries.map(({ to }) => to))).not.toContain('/app/storyboard')
  })
})
