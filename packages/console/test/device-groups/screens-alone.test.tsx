// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { Device } from '@vitrine/contract/api/screens/devices'
import { expect, test } from 'vitest'
import { playOn } from '#lib/play-on.ts'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { type Received, refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH, sample, storyboard } from '#test/samples.ts'

setUpConsole()

const group = DeviceGroup.parse({ ...ONE_OF_EACH['deviceGroups.get'].deviceGroup, id: 'g1', devices: ['v2'] })
const device = (id: string, name: string, deviceGroupId: string | null) =>
  sample(Device, { id, name, deviceGroupId, connection: 'online' })
const DEVICES = [device('v1', 'Counter', null), device('v2', 'Hall', 'g1'), device('v3', 'Bar', null)]
const open = (address: string, answers: object = {}, profile = {}) =>
  openConsole(
    address,
    {
      ...ONE_OF_EACH,
      'deviceGroups.list': { devicesGroups: [group] },
      'deviceGroups.create': { deviceGroup: { ...group, id: 'g9' } },
      'devices.list': ({ query }: Received) => ({
        devices: query.deviceGroupId === 'none' ? DEVICES.filter((one) => !one.deviceGroupId) : DEVICES,
      }),
      'storyboards.list': { storyboards: [storyboard] },
      ...answers,
    },
    profile,
  )
const schedule = async (form: Awaited<ReturnType<typeof dialog>>, name: RegExp, button: string) => {
  await waitFor(async () => expect(await form.find('radio', name)).toHaveProperty('disabled', false))
  await form.click('radio', name)
  await waitFor(async () => expect(await form.find('button', button)).toHaveProperty('disabled', false))
  await form.press(button)
}
const WEEKLY = /^At set times/
const DEFAULT = /^From now on/

test('something planned every week for a screen without a group gives it one, which Undo deletes', async () => {
  const console = open('/app/device-group')
  await console.find('button', /^Play .+ on…$/)
  playOn({ subject: { kind: 'storyboard', id: storyboard.id }, deviceIds: ['v1'] })
  const form = await dialog('Play on…')
  await form.page().findAllByText(/Counter isn't in a group, so it gets its own\./)
  await schedule(form, WEEKLY, 'Plan')
  await waitFor(() => expect(named('dialog', 'Play on…')).toEqual([]))
  expect(console.server.named('deviceGroups.create')).toMatchObject([
    {
      body: {
        name: 'Counter',
        devices: ['v1'],
        schedule: { defaultStoryboardId: null, slots: [{ from: '09:00 AM', storyboardId: storyboard.id }] },
      },
    },
  ])
  await console.press('Undo')
  await waitFor(() =>
    expect(console.server.named('deviceGroups.remove')).toMatchObject([{ params: { id: 'g9' } }]),
  )
})

test('screens without a group and groups change together, and a retry repeats what failed', async () => {
  let isFailing = true
  const console = open('/app/device-group', {
    'deviceGroups.update': { deviceGroup: group },
    'deviceGroups.create': ({ body }: { body: { name: string } }) =>
      isFailing && body.name === 'Bar' ? refuse(500) : { deviceGroup: { ...group, id: 'g9' } },
  })
  await console.find('button', /^Play .+ on…$/)
  playOn({ subject: { kind: 'storyboard', id: storyboard.id }, deviceIds: ['v1', 'v3'], groupIds: ['g1'] })
  const form = await dialog('Play on…')
  await schedule(form, DEFAULT, 'Play')
  await form.page().findByText('1 failed:')
  expect(console.server.named('deviceGroups.update')).toHaveLength(1)
  isFailing = false
  await form.press('Try again')
  await waitFor(() => expect(named('dialog', 'Play on…')).toEqual([]))
  const made = console.server.named('deviceGroups.create').map(({ body }) => (body as DeviceGroup).name)
  expect(made).toEqual(['Counter', 'Bar', 'Bar'])
  expect(console.server.named('deviceGroups.update')).toHaveLength(1)
})

test('a screen of a group follows its schedule, and so does one without permission for groups', async () => {
  const console = open('/app/device-group')
  await console.find('button', /^Play .+ on…$/)
  playOn({ subject: { kind: 'storyboard', id: storyboard.id }, deviceIds: ['v2'] })
  const form = await dialog('Play on…')
  await form.page().findAllByText('This screen follows the schedule of its group. Choose the group instead.')
  expect(await form.find('radio', WEEKLY)).toHaveProperty('disabled', true)
})

test('groups among the places say that they are groups, and how many screens they have', async () => {
  const console = open('/app/device-group')
  await console.find('button', /^Play .+ on…$/)
  playOn({ subject: { kind: 'storyboard', id: storyboard.id } })
  const form = await dialog('Play on…')
  await form.page().findByText('Group of 1 screen')
})

test('the calendar lists screens without a group, and plans for one', async () => {
  const { page, press } = open('/app/device-group/calendar')
  await page().findByText("2 screens aren't in a group, so they aren't in the calendar")
  await press('Plan for Counter')
  const form = await dialog('Play on…')
  await waitFor(async () => expect(await form.find('radio', WEEKLY)).toHaveProperty('checked', true))
})
