// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { openConsole, setUpConsole } from './console-window.tsx'

setUpConsole()

/** Every screen that is a list. */
const LISTS = [
  '/app/organization',
  '/app/user',
  '/app/buildings',
  '/app/floors',
  '/app/cards',
  '/app/cards?templates=true',
  '/app/storyboard',
  '/app/licence',
  '/app/media-library',
  '/app/media-library/folders/f1',
  '/app/media-library/sources',
  '/app/open-case',
  '/app/devices',
  '/app/device-group',
  '/app/device-cards',
  '/app/device-configurations',
  '/app/layouts',
  '/app/trash',
  '/app/plays',
  '/app/answers',
  '/app/audit',
  '/app/settings?tab=alerts',
  '/app/settings?tab=outbox',
  '/app/settings?tab=backups',
  '/app/settings?tab=sites',
]

describe('X-059: an empty list says Empty', () => {
  test.each(LISTS)('%s', async (address) => {
    const { page } = openConsole(address, {}, { role: '0' })
    expect(await page().findAllByText(/^Empty$/)).toHaveLength(1)
  })

  test.each(['/app/cards', '/app/layouts', '/app/media-library', '/app/buildings'])(
    '%s without matches',
    async (list) => {
      const { page } = openConsole(`${list}?q=nowhere`, {}, { role: '0' })
      expect(await page().findAllByText(/^Empty$/)).toHaveLength(1)
    },
  )
})
