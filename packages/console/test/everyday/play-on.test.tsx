// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { Device } from '@vitrine/contract/api/screens/devices'
import { expect, test } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, sample, storyboard } from '#test/samples.ts'

setUpConsole()

const LAYOUT = ONE_OF_EACH['layouts.get'].layout
const PAGES = { 'layouts.list': { layoutList: [LAYOUT] }, 'layouts.get': { layout: LAYOUT } }
const [group] = ONE_OF_EACH['deviceGroups.list'].devicesGroups
const made = {
  ...storyboard,
  id: 's9',
  name: 'Lobby',
  type: 'designed',
  status: 'pending',
  approvedVersion: null as number | null,
  madeFor: LAYOUT.id,
  items: [{ layoutId: LAYOUT.id, duration: 10 }],
}
const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled
const closed = () => waitFor(() => expect(named('dialog', 'Play on…')).toEqual([]))

test('a layout plays in a few clicks: the only screen is chosen, and nothing is said of what plays it', async () => {
  let storyboards = [storyboard as typeof made]
  const console = openConsole('/app/layouts', {
    ...ONE_OF_EACH,
    ...PAGES,
    'deviceGroups.list': {},
    'storyboards.list': () => ({ storyboards }),
    'shelf.play': () => {
      storyboards = [...storyboards, { ...made, status: 'approved', approvedVersion: 1 }]
      return { storyboard: made }
    },
    'storyboards.setStatus': { storyboard: made },
  })
  await console.pick('More actions for Lobby', 'Play on…')
  const form = await dialog('Play on…')
  const play = () => form.find('button', 'Play')
  await form.click('checkbox', /^Lobby screen/)
  await waitFor(async () => expect(isDisabled(await play())).toBe(true))
  await form.click('checkbox', /^Lobby screen/)
  await waitFor(() => expect(form.element.textContent).toContain('1 screen switches immediately.'))
  await waitFor(async () => expect(isDisabled(await play())).toBe(false))
  await form.press('Play')
  await closed()
  expect(console.server.named('shelf.play')).toMatchObject([
    { params: { id: LAYOUT.id }, body: { kind: 'layout' } },
  ])
  expect(console.server.named('storyboards.setStatus')).toMatchObject([
    { params: { id: 's9', status: 'approved' } },
  ])
  await waitFor(() =>
    expect(console.server.named('devices.switchStory')).toMatchObject([
      { params: { id: 'v1' }, body: { storyboardId: 's9' } },
    ]),
  )

  // What was made before plays it again.
  await console.pick('More actions for Lobby', 'Play on…')
  const again = await dialog('Play on…')
  await waitFor(() => expect(again.element.textContent).toContain('1 screen switches immediately.'))
  await again.press('Play')
  await closed()
  expect(console.server.named('shelf.play')).toHaveLength(1)
})

test('a user who may not approve sends a layout for approval: no screen changes until then', async () => {
  const permissions = ['layouts', 'storyboards', 'devices', 'device-groups'] as const
  const console = openConsole(
    '/app/device-group',
    { ...ONE_OF_EACH, ...PAGES, 'shelf.play': { storyboard: made } },
    { role: '2', permissions: [...permissions] },
  )
  await console.press('Play Shop front on…')
  const form = await dialog('Play on…')
  await form.choose(/^What/, 'Lobby')
  await form.click('radio', /^From now on/)
  await form.page().findByText("Screens don't change until someone approves it.")
  await form.press('Send for approval')
  await waitFor(() => expect(document.body.textContent).toContain('Sent for approval'))
  expect(console.server.named('shelf.play')).toHaveLength(1)
  expect(console.server.named('storyboards.setStatus')).toEqual([])
  expect(console.server.named('devices.switchStory')).toEqual([])
})

test('a layout becomes what a group plays by default, and the message says when screens switch', async () => {
  const console = openConsole('/app/device-group', {
    ...ONE_OF_EACH,
    ...PAGES,
    'shelf.play': { storyboard: made },
    'storyboards.setStatus': { storyboard: made },
    'deviceGroups.update': { deviceGroup: group },
  })
  await console.press('Play Shop front on…')
  const form = await dialog('Play on…')
  await form.choose(/^What/, 'Lobby')
  await form.click('radio', /^From now on/)
  await waitFor(async () => expect(isDisabled(await form.find('button', 'Play'))).toBe(false))
  await form.press('Play')
  await waitFor(() => expect(document.body.textContent).toContain('Saved. Screens switch in about a minute.'))
  expect(console.server.named('deviceGroups.update')).toMatchObject([
    { params: { id: 'g1' }, body: { schedule: { defaultStoryboardId: 's9' } } },
  ])
})

test('a data source plays as a board that follows it', async () => {
  const [item] = ONE_OF_EACH['shelf.list'].items
  const console = openConsole('/app/device-group', {
    ...ONE_OF_EACH,
    'shelf.list': { items: [{ ...item, kind: 'source', id: 'q1', name: 'Prices' }], more: false },
    'shelf.play': { storyboard: made },
    'storyboards.setStatus': { storyboard: made },
    'deviceGroups.update': { deviceGroup: group },
  })
  await console.press('Play Shop front on…')
  const form = await dialog('Play on…')
  await form.choose(/^What/, 'Prices')
  await form.click('radio', /^From now on/)
  await waitFor(async () => expect(isDisabled(await form.find('button', 'Play'))).toBe(false))
  await form.press('Play')
  await waitFor(() =>
    expect(console.server.named('shelf.play')).toMatchObject([
      { params: { id: 'q1' }, body: { kind: 'source', page: { width: 1920 } } },
    ]),
  )
})

const since = Date.parse('2026-01-05T08:00:00.000Z')
const manual = { storyboardId: 's1', storyboardName: 'Lunch', by: 'Ada Lund', since } as const
/** A screen that someone switched by hand. */
function switched(end: 'next-slot' | 'manual', until: number | null) {
  let manualSwitch: object | null = { ...manual, end, until }
  const device = () => ({
    ...sample(Device, { id: 'v1', name: 'Window', connection: 'online' }),
    manualSwitch,
    storyboardId: 's1',
  })
  return {
    ...ONE_OF_EACH,
    'devices.list': () => ({ devices: [device()] }),
    'devices.get': () => ({ device: device() }),
    'devices.switches': () => ({
      switches: manualSwitch
        ? [{ ...manualSwitch, deviceId: 'v1', deviceName: 'Window', deviceGroupId: null }]
        : [],
    }),
    'devices.backToSchedule': () => {
      manualSwitch = null
      return { ended: ['v1'] }
    },
  }
}

test('a manual switch is shown on the dashboard with its end, and ends from any screen by the palette', async () => {
  const until = Date.now() + 3_600_000
  const console = openConsole('/app/dashboard', switched('next-slot', until))
  await waitFor(() =>
    expect(document.querySelector('section[aria-label="Switched manually"]')?.textContent).toMatch(
      /Window.*Switched by Ada Lund at .+, until/,
    ),
  )
  await console.user.keyboard('{Control>}k{/Control}')
  await console.user.type(
    await console.page().findByRole('combobox', { name: 'Command palette' }),
    'back to sched',
  )
  await waitFor(() => expect(named('option', /./)[0]?.textContent).toContain('Back to schedule…'))
  await console.user.keyboard('{Enter}')
  const list = await dialog('Switched manually')
  await list.press('Back to schedule: Window')
  await waitFor(() => expect(list.element.textContent).toContain('All screens play their schedules'))
  await console.user.keyboard('{Escape}')
  await waitFor(() => expect(named('button', 'Back to schedule: Window')).toEqual([]))
})

test('a switch needs an end that is a date, or someone ends it, which the page of the screen says', async () => {
  const console = openConsole('/app/devices', switched('manual', null))
  await console.press('Change story of Window')
  const form = await dialog('Change story')
  await form.click('radio', 'A date and time')
  await console.user.clear(await form.field(/^Ends at/))
  await waitFor(async () => expect(isDisabled(await form.find('button', 'Play now'))).toBe(true))
  await form.click('radio', 'Someone ends it')
  await form.press('Play now')
  await waitFor(() =>
    expect(console.server.named('devices.switchStory')).toMatchObject([{ body: { end: 'manual' } }]),
  )
  await waitFor(() => expect(named('dialog', 'Change story')).toEqual([]))
  console.router.history.push('/app/devices/v1')
  await waitFor(() => expect(document.querySelector('main')?.textContent).toContain('until someone ends it'))
})

test('Undo of a card that was played restores the switch before it', async () => {
  const console = openConsole('/app/cards', {
    ...switched('manual', null),
    'deviceGroups.list': {},
    'shelf.play': {
      storyboard: { ...made, type: 'standard', madeFor: 'c1', items: [{ cardId: 'c1', duration: 10 }] },
    },
    'storyboards.setStatus': { storyboard: made },
  })
  await console.pick('More actions for Bread', 'Play on…')
  const form = await dialog('Play on…')
  await waitFor(() => expect(form.element.textContent).toContain('1 screen switches immediately.'))
  await form.press('Play')
  await closed()
  await console.press('Undo')
  await waitFor(() =>
    expect(console.server.named('devices.switchStory').map(({ body }) => body)).toMatchObject([
      { storyboardId: 's1' },
      { storyboardId: 's1', end: 'manual' },
    ]),
  )
})
