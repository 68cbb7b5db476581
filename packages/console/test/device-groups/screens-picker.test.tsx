// @vitest-environment happy-dom
import { waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import type { Received } from '#test/fake-server.ts'
import { ada, ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const [sample] = ONE_OF_EACH['devices.list'].devices
const [group] = ONE_OF_EACH['deviceGroups.list'].devicesGroups
const device = (n: number) => ({
  ...sample,
  id: `d${n}`,
  name: `Screen ${n}`,
  organizationId: 'o1',
  deviceGroup: null,
  deviceGroupId: null,
})
const SCREENS = Array.from({ length: 130 }, (_, n) => device(n + 1))

async function openEditor() {
  const opened = openConsole(
    '/app/device-group',
    {
      ...ONE_OF_EACH,
      'deviceGroups.list': { devicesGroups: [{ ...group, organizationId: 'o1', devices: ['d1', 'd2'] }] },
      'devices.list': ({ query }: Received) => ({
        devices: (query.deviceGroupId ? SCREENS.slice(0, 2) : SCREENS).filter(({ name }) =>
          name.includes(query.search ?? ''),
        ),
      }),
    },
    { organizationId: 'o1', organization: { ...ada.organization, id: 'o1' } },
  )
  await opened.press(/^Edit /)
  const pane = (name: string | RegExp) =>
    waitFor(() => {
      const found = [...document.querySelectorAll<HTMLElement>('section[aria-label]')].find((each) =>
        (each.getAttribute('aria-label') ?? '').match(name),
      )
      if (!found) throw new Error(`No pane ${name}`)
      return found
    })
  return { ...opened, pane }
}

test('screens are added without losing the search, all matches too, and removed', async () => {
  const { fill, press, click, pane, server } = await openEditor()
  await pane(/^Chosen · 2$/)
  await fill('Search screens', 'Screen 12')
  const available = await pane('Available')
  await within(available).findByText('11 screens')
  await click('checkbox', 'Screen 12Online')
  await pane(/^Chosen · 3$/)
  expect(within(available).getByLabelText<HTMLInputElement>('Search screens').value).toBe('Screen 12')
  await press('Add all (11)')
  // Screens 12 and 120 to 129, plus one selected before.
  await pane(/^Chosen · 13$/)
  await press('Remove Screen 2')
  await pane(/^Chosen · 12$/)
  await press('Save')
  await waitFor(() => expect(server.named('deviceGroups.update')).toHaveLength(1))
  const { devices } = server.named('deviceGroups.update').map(({ body }) => body)[0] as { devices: string[] }
  expect(devices.slice(0, 2)).toEqual(['d1', 'd12'])
  expect(devices).toHaveLength(12)
})

test('works by keyboard: Enter selects without saving, arrows move between rows', async () => {
  const { user, pane, server, find } = await openEditor()
  const available = await pane('Available')
  ;(await find('checkbox', 'Screen 3Online')).focus()
  await user.keyboard('{Enter}{ArrowDown} ')
  await pane(/^Chosen · 4$/)
  await user.click(within(available).getByLabelText('Search screens'))
  await user.keyboard('4{Enter}')
  expect(server.named('deviceGroups.update')).toEqual([])
})

test('a search keeps the rows that it finds, so that they keep the focus, and shows the first of them', async () => {
  const { fill, press, find, pane } = await openEditor()
  const available = await pane('Available')
  const rows = () => within(available).getAllByRole('checkbox').length
  const row = await find('checkbox', 'Screen 12Online')
  await press('Show 70 more')
  expect(rows()).toBe(120)
  await fill('Search screens', 'Screen 12')
  await waitFor(() => expect(rows()).toBe(11))
  expect(row.isConnected).toBe(true)
  await fill('Search screens', 'Screen')
  await waitFor(() => expect(rows()).toBe(60))
  expect(row.isConnected).toBe(true)
})

test('filters open by a button, which counts those in use, and filter while closed', async () => {
  const { press, choose, pane } = await openEditor()
  const available = await pane('Available')
  expect(within(available).queryByLabelText('Status')).toBeNull()
  await press('Filters')
  await choose('Status', 'Offline')
  await within(available).findByText('0 screens')
  await press('Filters · 1')
  expect(within(available).queryByLabelText('Status')).toBeNull()
  within(available).getByText('0 screens')
})
