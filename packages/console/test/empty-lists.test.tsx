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
  '/app/media-library/all',
  '/app/media-library/sources',
  '/app/device-group/calendar',
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

/** People fill them by what they do elsewhere, or by the button or form above the list. */
const WITHOUT_ACTION = [
  '/app/trash',
  '/app/audit',
  '/app/settings?tab=outbox',
  '/app/settings?tab=backups',
  '/app/settings?tab=sites',
]

test.each(LISTS.filter((list) => !WITHOUT_ACTION.includes(list)))(
  'an empty list says what it is for, and leads on: %s',
  async (address) => {
    const { page } = openConsole(address, {}, { role: '0' })
    const state = (await page().findByText(/^Empty$/)).parentElement
    expect(state?.querySelector('p')?.textContent).toMatch(/\w/)
    expect(state?.querySelectorAll('button, a[href]').length).toBeGreaterThan(0)
  },
)

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
