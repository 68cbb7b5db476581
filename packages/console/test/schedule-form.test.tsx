// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Slot } from '@vitrine/contract/api/screens/manifest'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { repeatsText } from '#features/device-groups/slot-text.ts'
import { dialog, openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH } from './samples.ts'

setUpConsole()

const lunch: Slot = { from: '08:00 AM', to: '06:00 PM', storyboardId: 's1' }

function open(slots: readonly Slot[]) {
  const deviceGroup = DeviceGroup.parse({
    ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
    schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: null, slots },
  })
  const screen = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup },
    'deviceGroups.update': { deviceGroup },
  })
  const saved = async () => {
    await screen.press('Save schedule')
    await waitFor(() => expect(screen.server.named('deviceGroups.update')).toHaveLength(1))
    const body = screen.server.named('deviceGroups.update')[0]?.body as { schedule: { slots: Slot[] } }
    return body.schedule.slots
  }
  return { ...screen, saved }
}

test('a slot is limited to weekdays', async () => {
  const { press, page, saved } = open([lunch])
  for (const day of ['Sun', 'Sat']) await press(day)
  await page().findByText('Mon–Fri')
  expect(await saved()).toEqual([{ ...lunch, days: [1, 2, 3, 4, 5] }])
})

test('a slot on every weekday again has no limit', async () => {
  const { press, page, saved } = open([{ ...lunch, days: [1, 2] }])
  for (const day of ['Sun', 'Wed', 'Thu', 'Fri', 'Sat']) await press(day)
  await page().findByText('Every day')
  expect(await saved()).toEqual([lunch])
})

test('a slot that ends before it starts is saved once it ends the next day', async () => {
  const { fill, click, saved, find } = open([{ ...lunch, from: '10:00 PM', to: '11:00 PM' }])
  await fill(/^To/, '2 am')
  expect(await find('checkbox', 'Ends the next day')).toHaveProperty('checked', false)
  await click('checkbox', 'Ends the next day')
  expect(await saved()).toEqual([{ ...lunch, from: '10:00 PM', to: '02:00 AM', overnight: true }])
})

test('a slot gets dates, becomes an event, and is a weekly one again', async () => {
  const { fill, press, click, page, find, saved } = open([lunch])
  await press('Add dates')
  await fill('First day', '2026-12-01')
  await fill('Last day', '2026-12-24')
  await page().findByText('Every day · Dec 1, 2026–Dec 24, 2026')
  await click('checkbox', /^Holiday or event/)
  await fill(/^Name of the event/, 'Christmas fair')
  await page().findByText('Christmas fair · Every day · Dec 1, 2026–Dec 24, 2026')
  await press('Remove dates')
  await find('button', 'Add dates')
  await press('Add dates')
  await fill('First day', '2026-12-01')
  expect(await saved()).toEqual([{ ...lunch, startDate: '2026-12-01' }])
})

test('what plays at a time says which slot wins, and instead of what', async () => {
  const event = { startDate: '2026-12-24', endDate: '2026-12-24', event: 'Christmas' }
  const { fill, page } = open([lunch, { ...lunch, ...event, from: '10:00 AM', to: '11:00 AM' }])
  await fill('What plays at', '2026-12-24')
  await fill('Time to check', '10:30 AM')
  await page().findByText('Lunch plays (event Christmas) Instead of: Lunch.')
  await fill('Time to check', '11:30 AM')
  await page().findByText('Lunch plays (time slot)')
})

test.each<[Partial<Slot>, string]>([
  [{}, 'Every day'],
  [{ days: [0, 1, 2, 3, 4, 5, 6] }, 'Every day'],
  [{ days: [1, 3] }, 'Mon, Wed'],
  [{ days: [0, 1, 2, 5] }, 'Sun–Tue, Fri'],
  [{ endDate: '2026-12-24' }, 'Every day · until Dec 24, 2026'],
  [{ startDate: '2026-12-24', endDate: '2026-12-24', event: 'Eve' }, 'Eve · on Dec 24, 2026'],
  [{ overnight: true, days: [6] }, 'Sat · ends the next day'],
])('%o repeats in words: %s', (slot, words) => {
  expect(repeatsText(i18next.t, slot)).toBe(words)
})

test('the week is that of the chosen day, and a day of it can be chosen', async () => {
  const { fill, press, field, find } = open([{ ...lunch, days: [4] }])
  await fill('What plays at', '2026-12-24')
  const drawn = () =>
    [...document.querySelectorAll('ol li [role="img"]')].map((strip) => strip.getAttribute('aria-label'))
  const quiet = 'No time slots. The default storyboard plays all day.'
  const week = [...Array(4).fill(quiet), '08:00 AM–06:00 PM: Lunch', quiet, quiet]
  await waitFor(() => expect(drawn()).toEqual(week))
  expect((await find('button', 'Thu, Dec 24')).getAttribute('aria-pressed')).toBe('true')
  await press('Next week')
  await press('Fri, Jan 1')
  expect(await field('What plays at')).toHaveProperty('value', '2027-01-01')
})

test('the schedule is copied to other groups, and taken back', async () => {
  const { deviceGroup: group } = ONE_OF_EACH['deviceGroups.get']
  const schedule = { timezone: 'Europe/Berlin', defaultStoryboardId: 's1', slots: [lunch] }
  const other = { ...group, id: 'g2', name: 'Canteen', version: 3 }
  const console = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup: { ...group, schedule } },
    'deviceGroups.list': { devicesGroups: [{ ...group, schedule }, other] },
    'deviceGroups.update': { deviceGroup: other },
  })
  await console.press('Copy to other groups')
  const form = await dialog('Copy schedule')
  await form.choose(/^Groups/, 'Canteen')
  await form.press('Copy schedule')
  const saved = () =>
    console.server.named('deviceGroups.update').map(({ params, body }) => ({ params, body }))
  const name = 'Canteen'
  await waitFor(() =>
    expect(saved()).toEqual([{ params: { id: 'g2' }, body: { name, schedule, version: 3 } }]),
  )
  await console.press('Undo')
  await waitFor(() =>
    expect(saved()[1]).toEqual({ params: { id: 'g2' }, body: { name, schedule: other.schedule } }),
  )
})
