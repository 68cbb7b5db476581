// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { repeatsText } from '#pictures/schedules/slot-text.ts'
import { dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()
afterEach(() => vi.restoreAllMocks())

const lunch: Slot = { from: '08:00 AM', to: '06:00 PM', storyboardId: 's1' }

const [first] = ONE_OF_EACH['storyboards.list'].storyboards
const storyboards = [first, { ...first, id: 's2', name: 'Night' }]

function open(slots: readonly Slot[]) {
  const deviceGroup = DeviceGroup.parse({
    ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
    schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: null, slots },
  })
  const screen = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup },
    'deviceGroups.update': { deviceGroup },
    'storyboards.list': { storyboards },
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

test('a slot on every weekday has no limit', async () => {
  const { press, page, saved } = open([{ ...lunch, days: [1, 2] }])
  for (const day of ['Sun', 'Wed', 'Thu', 'Fri', 'Sat']) await press(day)
  await page().findByText('Every day')
  expect(await saved()).toEqual([lunch])
})

test('a slot that ends before it starts can be saved once it ends the next day', async () => {
  const { fill, click, saved, find } = open([{ ...lunch, from: '10:00 PM', to: '11:00 PM' }])
  await fill(/^To/, '2 am')
  expect(await find('checkbox', 'Ends the next day')).toHaveProperty('checked', false)
  await click('checkbox', 'Ends the next day')
  expect(await saved()).toEqual([{ ...lunch, from: '10:00 PM', to: '02:00 AM', overnight: true }])
})

test('a slot gets dates, becomes an event, and returns to a weekly one', async () => {
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

test('the preview of a moment names the winning slot and the one it replaces', async () => {
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
])('%o reads: %s', (slot, words) => {
  expect(repeatsText(i18next.t, slot)).toBe(words)
})

test('the calendar shows the week of the chosen day, and clicking a day chooses it', async () => {
  const { fill, press, field, find } = open([{ ...lunch, days: [4] }])
  await fill('What plays at', '2026-12-24')
  const drawn = () =>
    [...document.querySelectorAll('[data-track]')].map((strip) => strip.getAttribute('aria-label'))
  const quiet = 'No time slots. The default storyboard plays all day.'
  const week = [...Array(4).fill(quiet), '08:00 AM–06:00 PM: Lunch', quiet, quiet]
  await waitFor(() => expect(drawn()).toEqual(week))
  expect((await find('button', 'Thu, Dec 24')).getAttribute('aria-pressed')).toBe('true')
  await press('Next week')
  await press('Fri, Jan 1')
  expect(await field('What plays at')).toHaveProperty('value', '2027-01-01')
})

test('the schedule is copied to other groups, and undone unless someone has saved another one since', async () => {
  const { deviceGroup: group } = ONE_OF_EACH['deviceGroups.get']
  const schedule = { timezone: 'Europe/Berlin', defaultStoryboardId: 's1', slots: [lunch] }
  const other = { ...group, id: 'g2', name: 'Canteen', version: 3 }
  const console = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup: { ...group, schedule } },
    'deviceGroups.list': { devicesGroups: [{ ...group, schedule }, other] },
    'deviceGroups.update': { deviceGroup: { ...other, version: 4 } },
  })
  await console.press('Copy to other groups')
  const form = await dialog('Copy schedule')
  await form.click('checkbox', /^Canteen/)
  await form.press('Copy schedule')
  const saved = () =>
    console.server.named('deviceGroups.update').map(({ params, body }) => ({ params, body }))
  const name = 'Canteen'
  await waitFor(() =>
    expect(saved()).toEqual([
      { params: { id: 'g2' }, body: { name, schedule: { ...schedule, layers: [] }, version: 3 } },
    ]),
  )
  await console.press('Undo')
  const before = { name, schedule: { ...other.schedule, layers: [] }, version: 4 }
  await waitFor(() => expect(saved()[1]).toEqual({ params: { id: 'g2' }, body: before }))
})

const midday: Slot = { from: '11:00 AM', to: '02:00 PM', days: [4], storyboardId: 's1' }
/** A Thursday. */
const EVE = '2026-12-24'

async function openWeek(slots: readonly Slot[]) {
  const screen = open(slots)
  await screen.fill('What plays at', EVE)
  const bar = (key: string) =>
    waitFor(() => {
      const found = document.querySelector<HTMLElement>(`[data-run="${key}"]`)
      if (!found) throw new Error(`No slot ${key}`)
      return found
    })
  return { ...screen, bar }
}

/** A layout of one pixel per minute, and 10 pixels per day. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const row = this.closest('[data-day]')
    const top = row ? [...document.querySelectorAll('[data-day]')].indexOf(row) * 10 : 0
    return new DOMRect(0, top, 1440, 10)
  })
}
const THURSDAY = 45
const FRIDAY = 55

/** Drags from one point to another, holding modifier keys at the end. */
function pull(
  element: Element,
  from: [number, number],
  to: [number, number],
  keys: { altKey?: boolean } = {},
) {
  const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, button: 0, pointerType: 'mouse' })
  fireEvent.pointerDown(element, at(from))
  fireEvent.pointerMove(window, { ...at(to), ...keys })
  fireEvent.pointerUp(window, { ...at(to), ...keys })
}

test('keys move a slot in time and to another day, and change its ends', async () => {
  const { bar, saved } = await openWeek([midday])
  const press = async (day: string, key: object, times: string) => {
    fireEvent.keyDown(await bar(`${day} 0`), key)
    await waitFor(() =>
      expect(document.querySelector('[data-run]')?.getAttribute('aria-label')).toContain(times),
    )
  }
  await press(EVE, { key: 'ArrowRight', altKey: true }, '11:15 AM–02:15 PM: Lunch, Thu')
  await press(EVE, { key: 'ArrowDown', altKey: true }, '11:15 AM–02:15 PM: Lunch, Fri')
  const moved = await bar('2026-12-25 0')
  await waitFor(() => expect(document.activeElement === moved).toBe(true))
  await press('2026-12-25', { key: 'ArrowLeft', altKey: true, shiftKey: true }, '11:00 AM–02:15 PM')
  await press('2026-12-25', { key: 'ArrowRight', shiftKey: true }, '11:00 AM–02:30 PM')
  expect(await saved()).toEqual([{ ...midday, from: '11:00 AM', to: '02:30 PM', days: [5] }])
})

test('keys copy and delete a slot, and arrows move between slots', async () => {
  const { bar, saved } = await openWeek([midday])
  fireEvent.keyDown(await bar(`${EVE} 0`), { key: 'd', ctrlKey: true })
  const copy = await bar(`${EVE} 1`)
  await waitFor(() => expect(document.activeElement === copy).toBe(true))
  fireEvent.keyDown(copy, { key: 'ArrowLeft' })
  const first = await bar(`${EVE} 0`)
  expect(document.activeElement === first).toBe(true)
  expect([first.tabIndex, copy.tabIndex]).toEqual([0, -1])
  fireEvent.keyDown(first, { key: 'Delete' })
  await waitFor(() => expect(document.querySelectorAll('[data-run]')).toHaveLength(1))
  expect(await saved()).toEqual([{ ...midday, from: '02:00 PM', to: '05:00 PM' }])
})

test('a slot is dragged to another time and day, or copied with Alt', async () => {
  layOut()
  const { bar, saved } = await openWeek([midday])
  pull(await bar(`${EVE} 0`), [700, THURSDAY], [760, FRIDAY])
  const moved = await bar('2026-12-25 0')
  pull(moved, [760, FRIDAY], [760 - 240, THURSDAY], { altKey: true })
  await bar(`${EVE} 1`)
  expect(await saved()).toEqual([
    { ...midday, from: '12:00 PM', to: '03:00 PM', days: [5] },
    { ...midday, from: '08:00 AM', to: '11:00 AM', days: [4] },
  ])
})

test('an end is dragged past midnight as one piece, and Escape cancels a drag', async () => {
  layOut()
  const { bar, saved } = await openWeek([{ ...midday, from: '09:00 PM', to: '11:00 PM' }])
  const end = () => document.querySelector('[data-edge="to"]') as Element
  await bar(`${EVE} 0`)
  pull(end(), [1380, THURSDAY], [1500, THURSDAY])
  expect(document.querySelectorAll('[data-run]')).toHaveLength(1)
  const slot = await bar(`${EVE} 0`)
  fireEvent.pointerDown(slot, { clientX: 1300, clientY: THURSDAY, button: 0 })
  fireEvent.pointerMove(window, { clientX: 100, clientY: THURSDAY })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  fireEvent.pointerUp(window, { clientX: 100, clientY: THURSDAY })
  expect(await saved()).toEqual([{ ...midday, from: '09:00 PM', to: '01:00 AM', overnight: true }])
})

const night: Slot = { from: '10:00 PM', to: '02:00 AM', overnight: true, days: [4], storyboardId: 's1' }
const afterMidnight = () =>
  waitFor(() => document.querySelector('[data-day="2026-12-25"] [data-before]') as Element)

test('the part after midnight moves the slot that started the day before, and resizes it', async () => {
  layOut()
  const { bar, saved } = await openWeek([night])
  await bar(`${EVE} 0`)
  const drawn = (times: string) =>
    waitFor(async () => expect((await afterMidnight()).getAttribute('title')).toContain(times))
  pull(await afterMidnight(), [60, FRIDAY], [90, FRIDAY])
  await drawn('12:00 AM–02:30 AM')
  pull((await afterMidnight()).querySelector('[data-edge="to"]') as Element, [150, FRIDAY], [210, FRIDAY])
  await drawn('12:00 AM–03:45 AM')
  pull(await afterMidnight(), [60, FRIDAY], [60, THURSDAY])
  await bar('2026-12-23 0')
  expect(await saved()).toEqual([{ ...night, from: '10:30 PM', to: '03:45 AM', days: [3] }])
})

test('with Alt, the part after midnight makes a copy; a click on it chooses the moment after midnight', async () => {
  layOut()
  const { bar, field, saved } = await openWeek([night])
  await bar(`${EVE} 0`)
  pull(await afterMidnight(), [60, FRIDAY], [60, FRIDAY + 10], { altKey: true })
  await bar('2026-12-25 1')
  const at = { clientX: 61, clientY: FRIDAY, button: 0 }
  fireEvent.pointerDown(await afterMidnight(), at)
  fireEvent.pointerUp(window, at)
  await waitFor(async () => expect(await field('What plays at')).toHaveProperty('value', '2026-12-25'))
  expect(await saved()).toEqual([night, { ...night, days: [5] }])
})

test('a click on a slot right of midnight chooses the day after', async () => {
  layOut()
  const { bar, field } = await openWeek([night])
  // Tracks are laid out 1440 pixels wide and show 1620 minutes.
  const at = { clientX: 1360, clientY: THURSDAY, button: 0 }
  fireEvent.pointerDown(await bar(`${EVE} 0`), at)
  fireEvent.pointerUp(window, at)
  await waitFor(async () => expect(await field('What plays at')).toHaveProperty('value', '2026-12-25'))
  expect(await field('Time to check')).toHaveProperty('value', '01:30 AM')
})

test('a click selects the moment to preview, and a drag on an empty place adds a slot', async () => {
  layOut()
  const { bar, field } = await openWeek([midday])
  await bar(`${EVE} 0`)
  const track = document.querySelectorAll('[data-track]')[5] as Element
  fireEvent.pointerDown(track, { clientX: 615, clientY: FRIDAY, button: 0 })
  fireEvent.pointerUp(window, { clientX: 615, clientY: FRIDAY })
  await waitFor(async () => expect(await field('What plays at')).toHaveProperty('value', '2026-12-25'))
  expect(await field('Time to check')).toHaveProperty('value', '10:15 AM')
  pull(track, [600, FRIDAY], [725, FRIDAY])
  await bar('2026-12-25 1')
  const times = () =>
    [...document.querySelectorAll('[aria-label="Time slot 2"] input')].map(
      (input) => input as HTMLInputElement,
    )
  await waitFor(() =>
    expect(
      times()
        .slice(0, 2)
        .map(({ value }) => value),
    ).toEqual(['10:00 AM', '12:00 PM']),
  )
})

test.each([
  [
    '2027-03-28',
    'Sun, Mar 28: clocks go forward and skip 02:00 AM–03:00 AM.',
    'Night plays (time slot) Clocks skip this time. The preview shows 03:00 AM.',
  ],
  [
    '2026-10-25',
    'Sun, Oct 25: clocks go back and show 02:00 AM–03:00 AM twice.',
    'Lunch plays (time slot) Clocks show this time twice. The preview shows the first. The second time: Night.',
  ],
])(
  'on %s, the week says what the clocks do, and 02:30 shows what screens play',
  async (date, week, moment) => {
    const { fill, page } = open([
      { from: '02:00 AM', to: '02:45 AM', storyboardId: 's1' },
      { from: '02:45 AM', to: '06:00 AM', storyboardId: 's2' },
    ])
    await fill('What plays at', date)
    await fill('Time to check', '02:30 AM')
    await page().findByText(week, { exact: false })
    await page().findByText(moment)
    await fill('What plays at', '2026-12-24')
    await waitFor(() => expect(page().queryByText(/clocks go/)).toBeNull())
  },
)

test('slots that overlap are named below the week', async () => {
  const { page, fill } = open([lunch, { ...lunch, from: '07:00 PM', to: '08:00 PM' }])
  await fill('What plays at', '2026-12-24')
  expect(document.querySelector('[role="alert"]')).toBeNull()
  const [to] = await page().findAllByLabelText(/^To/, { selector: 'input' })
  fireEvent.change(to as HTMLInputElement, { target: { value: '07:30 PM' } })
  fireEvent.blur(to as HTMLInputElement)
  await page().findByText(
    '08:00 AM–07:30 PM: Lunch (Every day) and 07:00 PM–08:00 PM: Lunch (Every day) overlap. Move or shorten one of them.',
  )
})
