// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { expect, test } from 'vitest'
import { closePlayOn, playOn } from '#lib/play-on.ts'
import { dialog, expectNotification, openConsole, setUpConsole } from '#test/console-window.tsx'
import { type Received, refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH, storyboard } from '#test/samples.ts'

setUpConsole()

const breakfast: Slot = { from: '06:00 AM', to: '08:00 AM', storyboardId: 's2' }
const added: Slot = { from: '09:00 AM', to: '05:00 PM', storyboardId: 's1' }
const undone = { kind: 'positive', title: 'Done Successfully', message: 'Change undone.' }
const keeps = {
  kind: 'negative',
  title: 'Error',
  message: 'Failed to undo\nSomeone else changed this in the meantime. Reload to see the latest version.',
}

/** Opens *Play on…* for a storyboard and groups whose changes are stored. */
async function open(slots: readonly Slot[] = [breakfast]) {
  const groups = ['g1', 'g2'].map((id) =>
    DeviceGroup.parse({
      ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
      ...{ id, name: `Group ${id}`, version: 1 },
      schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: 's2', slots },
    }),
  )
  const [first, second] = groups as [DeviceGroup, DeviceGroup]
  const find = ({ params }: Received) => (params.id === 'g1' ? first : second)
  const screen = openConsole('/app/device-group', {
    ...ONE_OF_EACH,
    'deviceGroups.list': () => ({ devicesGroups: groups }),
    'deviceGroups.get': (call: Received) => ({ deviceGroup: structuredClone(find(call)) }),
    'storyboards.list': { storyboards: [storyboard, { ...storyboard, id: 's2', name: 'Breakfast' }] },
    'deviceGroups.update': (call: Received) => {
      const group = find(call)
      const { version, name, schedule } = call.body as DeviceGroup
      if (version !== group.version) return refuse(409, { message: '', errKey: 'CONFLICT' })
      Object.assign(group, { name, schedule, version: version + 1 })
      return { deviceGroup: structuredClone(group) }
    },
  })
  await screen.find('button', 'Play Group g1 on…')
  closePlayOn()
  playOn({ subject: { kind: 'storyboard', id: 's1' }, groupIds: ['g1', 'g2'] })
  const form = await dialog('Play on…')
  const isEnabled = (name: string | RegExp, isIt = true, kind: 'button' | 'radio' = 'button') =>
    waitFor(async () => expect(await form.find(kind, name)).toHaveProperty('disabled', !isIt))
  /** Waits until the groups have loaded. */
  const chooseTime = async (name: RegExp) => {
    await isEnabled(name, true, 'radio')
    await form.click('radio', name)
  }
  const plan = async (name: RegExp, button: string) => {
    await chooseTime(name)
    await isEnabled(button)
    await form.press(button)
    await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  }
  /** Simulates a concurrent edit by another user. */
  const edit = (group: DeviceGroup, change: Partial<DeviceGroup['schedule']>) => {
    Object.assign(group, { schedule: { ...group.schedule, ...change }, version: group.version + 1 })
  }
  const slotsOf = () => groups.map(({ schedule }) => schedule.slots)
  return { ...screen, form, isEnabled, chooseTime, plan, edit, first, second, slotsOf }
}

const WEEKLY = /^At set times, every week/
const DEFAULT = /^From now on/

test('Undo removes only the added slot, whatever others have added or renamed since', async () => {
  const { plan, press, edit, first, slotsOf } = await open()
  await plan(WEEKLY, 'Plan')
  expect(slotsOf()).toEqual([
    [breakfast, added],
    [breakfast, added],
  ])
  const evening = { ...added, from: '06:00 PM', to: '08:00 PM' }
  const event = { ...added, startDate: '2026-12-24', endDate: '2026-12-24', event: 'Eve' }
  edit(first, { slots: [event, breakfast, added, evening, { ...added, startDate: '2026-12-01' }] })
  first.name = 'Renamed'
  await press('Undo')
  await expectNotification(undone)
  expect(slotsOf()).toEqual([[event, breakfast, evening, { ...added, startDate: '2026-12-01' }], [breakfast]])
  expect(first.name).toBe('Renamed')
})

test('Undo keeps a slot that someone has edited since, says so, and undoes the other groups', async () => {
  const { plan, press, edit, first, slotsOf } = await open()
  await plan(WEEKLY, 'Plan')
  const edited = { ...added, days: [1] }
  edit(first, { slots: [breakfast, edited] })
  await press('Undo')
  await expectNotification(keeps)
  expect(slotsOf()).toEqual([[breakfast, edited], [breakfast]])
})

test('Undo restores a default unless someone has chosen another one since', async () => {
  const { plan, press, edit, first, second } = await open()
  await plan(DEFAULT, 'Play')
  expect(second.schedule.defaultStoryboardId).toBe('s1')
  edit(first, { defaultStoryboardId: 's3', slots: [] })
  await press('Undo')
  await expectNotification(keeps)
  expect(first.schedule).toMatchObject({ defaultStoryboardId: 's3', slots: [] })
  expect(second.schedule).toMatchObject({ defaultStoryboardId: 's2', slots: [breakfast] })
})

test('times of an existing weekly slot can’t be planned: the dialog names the slot and its schedule', async () => {
  const lunch = { ...breakfast, from: '12:00 PM', to: '01:00 PM', days: [1, 2, 3] }
  const { form, isEnabled, chooseTime } = await open([lunch])
  await chooseTime(WEEKLY)
  await waitFor(() =>
    expect(form.element.textContent).toMatch(
      /In Group g2, Breakfast already plays 12:00 PM–01:00 PM \(Mon–Wed\)/,
    ),
  )
  await form.find('link', 'Open the schedule of Group g2')
  await isEnabled('Plan', false)
  for (const day of ['Mon', 'Tue', 'Wed']) await form.press(day)
  await isEnabled('Plan')
})

test('the dialog says what plays instead of a planned slot, unless it has passed', async () => {
  const event = { ...breakfast, from: '12:00 PM', to: '01:00 PM', event: 'Fair' }
  const days = (startDate: string, endDate: string) => ({ ...event, startDate, endDate })
  const { form, isEnabled, chooseTime } = await open([
    days('2099-12-24', '2099-12-24'),
    days('2020-12-24', '2020-12-24'),
  ])
  await chooseTime(WEEKLY)
  await form.page().findByText('It plays instead of the default storyboard.')
  await form
    .page()
    .findByText(/In Group g2, Breakfast plays instead of it at these times \(Fair · on Dec 24, 2099\)/)
  expect(form.element.textContent).not.toContain('2020')
  await isEnabled('Plan')
})
