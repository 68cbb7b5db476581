// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { Device } from '@vitrine/contract/api/screens/devices'
import type { SwitchEnd } from '@vitrine/contract/api/screens/manual-switches'
import { expect, test } from 'vitest'
import { playOn } from '#lib/play-on.ts'
import { dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

const lunch: Slot = { from: '11:30 AM', to: '02:00 PM', storyboardId: 's1', days: [3] }
const [storyboard] = ONE_OF_EACH['storyboards.list'].storyboards
const switchOf = (name: string, end: SwitchEnd, deviceGroupId = 'g1') => ({
  ...{ storyboardId: 's9', storyboardName: 'Sale', by: 'Ada Lund', since: 1, end, until: null },
  ...{ deviceId: name, deviceName: name, deviceGroupId },
})

function open(address: string) {
  const deviceGroup = DeviceGroup.parse({
    ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
    ...{ id: 'g1', devices: ['v1'] },
    schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: null, slots: [lunch] },
  })
  return openConsole(address, {
    ...ONE_OF_EACH,
    'deviceGroups.list': { devicesGroups: [deviceGroup] },
    'deviceGroups.get': { deviceGroup },
    'deviceGroups.update': { deviceGroup },
    'storyboards.list': { storyboards: [{ ...storyboard, status: 'approved', approvedVersion: 1 }] },
    'devices.list': { devices: [sample(Device, { id: 'v1', name: 'Door', deviceGroupId: 'g1' })] },
    'devices.switches': {
      switches: [
        switchOf('Door', 'next-slot'),
        switchOf('Bar', 'next-slot'),
        switchOf('Hall', 'manual'),
        switchOf('Roof', 'next-slot', 'g2'),
      ],
    },
  })
}
const ENDS = 'Saving a schedule change ends 2 manual switches: Door (Sale), Bar (Sale).'

test('the schedule names the manual switches that saving ends, and keeps them if asked', async () => {
  const { page, press, click, server } = open('/app/device-group/storyboard/g1')
  await page().findByText(ENDS)
  await press('Sun')
  await click('checkbox', 'Keep them until someone ends them')
  await press('Save schedule')
  await waitFor(() =>
    expect(server.named('deviceGroups.update')).toMatchObject([{ body: { keepsSwitches: true } }]),
  )
})

test('a slot of the calendar names them too, and what was saved says which ended', async () => {
  const { page, find, fill, press, server } = open('/app/device-group/calendar?date=2026-12-02')
  fireEvent.keyDown(await find('button', /^11:30 AM–02:00 PM/), { key: 'Enter' })
  await page().findByText(ENDS)
  await fill(/^To/, '2:30 pm')
  await press('Save')
  await page().findByText(/This ends 2 manual switches: Door \(Sale\), Bar \(Sale\)\./)
  expect(server.named('deviceGroups.update')).toMatchObject([{ body: { keepsSwitches: false } }])
})

test('a lasting choice of Play on… says which switches it ends', async () => {
  const { find } = open('/app/device-group')
  await find('button', /^Play .+ on…$/)
  playOn({ subject: { kind: 'storyboard', id: storyboard?.id ?? '' }, groupIds: ['g1'] })
  const form = await dialog('Play on…')
  await waitFor(async () =>
    expect(await form.find('radio', /^From now on/)).toHaveProperty('disabled', false),
  )
  await form.click('radio', /^From now on/)
  await form.page().findByText('This ends 2 manual switches: Door (Sale), Bar (Sale).')
})

test('a switch until the next change says when that is', async () => {
  const { find } = open('/app/device-group')
  await find('button', /^Play .+ on…$/)
  playOn({ subject: { kind: 'storyboard', id: storyboard?.id ?? '' }, groupIds: ['g1'] })
  const form = await dialog('Play on…')
  await form.page().findByText(/^At .+, or when someone saves a schedule change\.$/)
})
