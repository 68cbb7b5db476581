// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { expect, test } from 'vitest'
import { STORED, storage } from '#lib/browser/storage.ts'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const DATE = '2026-12-02'
const lunch: Slot = { from: '11:30 AM', to: '02:00 PM', storyboardId: 's1', days: [3] }
const [storyboard] = ONE_OF_EACH['storyboards.list'].storyboards

/** A key on what has the focus; the calendar draws between two presses, as between two events of a browser. */
async function key(init: object) {
  fireEvent.keyDown(document.activeElement ?? document.body, init)
  await new Promise((resolve) => setTimeout(resolve))
}

function open(slots: readonly Slot[], more: object = {}, person: object = {}) {
  let deviceGroup = DeviceGroup.parse({
    ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
    schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: null, slots },
  })
  const screen = openConsole(
    `/app/device-group/calendar?date=${DATE}`,
    {
      ...ONE_OF_EACH,
      'deviceGroups.list': () => ({ devicesGroups: [deviceGroup] }),
      'deviceGroups.update': ({ body }: { body: unknown }) => {
        const { schedule } = body as { schedule: DeviceGroup['schedule'] }
        deviceGroup = { ...deviceGroup, schedule, version: deviceGroup.version + 1 }
        return { deviceGroup }
      },
      'storyboards.list': { storyboards: [{ ...storyboard, approvedVersion: 1 }] },
      ...more,
    },
    person,
  )
  const saves = async (count: number) => {
    await waitFor(() => expect(screen.server.named('deviceGroups.update')).toHaveLength(count))
    const body = screen.server.named('deviceGroups.update').at(-1)?.body as {
      schedule: { slots: Slot[] }
      version: number
    }
    return body
  }
  const block = () => screen.find('button', /^11:30 AM–02:00 PM/)
  return { ...screen, saves, block }
}

test('blocks move by keyboard, several presses in one save, and Undo restores them', async () => {
  const { block, saves, press } = open([lunch])
  const first = await block()
  first.focus()
  await key({ key: 'ArrowDown', altKey: true })
  await key({ key: 'ArrowDown', shiftKey: true })
  expect((await saves(1)).schedule.slots).toEqual([{ ...lunch, from: '11:45 AM', to: '02:30 PM' }])
  await press('Undo')
  const undone = await saves(2)
  expect(undone.schedule.slots).toEqual([lunch])
})

test('a storyboard of the shelf is placed by keyboard, and then plays on weekdays', async () => {
  const { find, saves, press, fill, page } = open([])
  ;(await find('button', storyboard.name)).focus()
  fireEvent.click(await find('button', storyboard.name), { detail: 0 })
  const placed = await find('button', /^09:00 AM–10:00 AM/)
  await waitFor(() => expect(document.activeElement).toBe(placed))
  for (let step = 0; step < 10; step++) await key({ key: 'ArrowDown' })
  for (let step = 0; step < 6; step++) await key({ key: 'ArrowDown', shiftKey: true })
  await key({ key: 'Enter' })
  const [slot] = (await saves(1)).schedule.slots
  expect(slot).toMatchObject({ from: '11:30 AM', to: '02:00 PM', storyboardId: storyboard.id })
  await page().findByText(/Schedule saved/)
  fireEvent.keyDown(await find('button', /^11:30 AM–02:00 PM/), { key: 'Enter' })
  await press('Workdays')
  await fill(/^To/, '2:30 pm')
  await press('Save')
  expect((await saves(2)).schedule.slots).toEqual([
    { from: '11:30 AM', to: '02:30 PM', storyboardId: storyboard.id, days: [1, 2, 3, 4, 5] },
  ])
})

test('Escape returns the focus from what is placed to the shelf, and from an open block to the block', async () => {
  const { find, block } = open([lunch])
  const story = await find('button', storyboard.name)
  story.focus()
  fireEvent.click(story, { detail: 0 })
  const placed = await find('button', /^09:00 AM–10:00 AM/)
  await waitFor(() => expect(document.activeElement).toBe(placed))
  await key({ key: 'Escape' })
  expect(document.activeElement).toBe(story)
  const opened = await block()
  opened.focus()
  await key({ key: 'Enter' })
  fireEvent.click(await find('button', 'Cancel'))
  await waitFor(async () => expect(document.activeElement).toBe(await block()))
})

test('one day leaves a series, or changes alone', async () => {
  const first = open([lunch])
  fireEvent.keyDown(await first.block(), { key: 'Enter' })
  await first.press('Not on Dec 2')
  expect((await first.saves(1)).schedule.slots).toEqual([{ ...lunch, except: [DATE] }])
})

test('a day that changes alone is an exception of its series, and a slot with a date', async () => {
  const { block, press, saves } = open([lunch])
  fireEvent.keyDown(await block(), { key: 'Enter' })
  await press('Change only Dec 2')
  const { days: _, ...one } = lunch
  expect((await saves(1)).schedule.slots).toEqual([
    { ...lunch, except: [DATE] },
    { ...one, startDate: DATE, endDate: DATE },
  ])
})

test('a block that would overlap another is not saved, and says so', async () => {
  const { block, page, server } = open([lunch, { ...lunch, from: '02:00 PM', to: '03:00 PM' }])
  const first = await block()
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown', shiftKey: true })
  await page().findByText(/overlap\. Move or shorten one of them\./)
  expect(server.named('deviceGroups.update')).toEqual([])
})

test('with view-only access blocks open, and nothing moves', async () => {
  const { find, server, page } = open([lunch], {}, { role: '2', permissions: [] })
  ;(await find('button', /^11:30 AM–02:00 PM/)).focus()
  await key({ key: 'ArrowDown', altKey: true })
  await key({ key: 'Delete' })
  expect(page().queryByLabelText('Find a storyboard')).toBeNull()
  // A browser turns Enter on a button into a click.
  fireEvent.click(document.activeElement ?? document.body, { detail: 0 })
  await find('link', 'Details')
  expect(server.named('deviceGroups.update')).toEqual([])
})

const holidays = (country: string | null) => ({
  country,
  countries: ['DE', 'EG'],
  holidays: country === null ? [] : [{ day: DATE, name: `Day of ${country}` }],
})

test('public holidays of the organization’s country are beside their days, and another country is remembered', async () => {
  const asked = {
    'deviceGroups.holidays': ({ query }: { query: { country?: string } }) => holidays(query.country ?? 'EG'),
  }
  const first = open([lunch], asked)
  await first.find('button', 'Wed Dec 2 Day of EG')
  await first.page().findByRole('group', { name: /^Wed, Dec 2\. Day of EG\. .*11:30 AM/ })
  const country = await first.page().findByRole('combobox', { name: 'Public holidays' })
  expect((country as HTMLInputElement).value).toBe('Egypt (organization)')
  fireEvent.click(country)
  fireEvent.click(await first.find('option', 'Germany'))
  await first.find('button', 'Wed Dec 2 Day of DE')
  expect(storage.get(STORED.holidays)).toBe('DE')
  fireEvent.click(country)
  fireEvent.click(await first.find('option', 'No public holidays'))
  await waitFor(() => expect(first.page().queryByRole('button', { name: /Day of/ })).toBeNull())
})

test('a month lists its public holidays', async () => {
  const month = open([lunch], { 'deviceGroups.holidays': () => holidays('EG') })
  fireEvent.click(await month.page().findByLabelText('Month'))
  await month.find('button', 'W 2 Day of EG')
  await month.page().findByText('Day of EG', { selector: 'bdi' })
})

test('an organization without a country has no public holidays', async () => {
  const none = open([lunch], { 'deviceGroups.holidays': () => holidays(null) })
  const country = await none.page().findByRole('combobox', { name: 'Public holidays' })
  expect((country as HTMLInputElement).value).toBe('Holidays: no country set')
})

test('shows its days while the groups load, and keeps them', async () => {
  let arrive = (_: unknown) => {}
  const { page, block } = open([lunch], {
    'deviceGroups.list': () =>
      new Promise((resolve) => {
        arrive = resolve
      }),
  })
  const grid = await page().findByRole('region', { name: 'Schedule calendar' })
  expect(grid.textContent).toContain('Dec 2')
  const deviceGroup = DeviceGroup.parse({
    ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
    schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: null, slots: [lunch] },
  })
  arrive({ devicesGroups: [deviceGroup] })
  await block()
  expect(await page().findByRole('region', { name: 'Schedule calendar' })).toBe(grid)
})
