// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom'
import {
  DeviceConfiguration,
  DeviceConfigurationInput,
} from '@vitrine/contract/api/screens/device-configurations'
import { PlayerUpdate } from '@vitrine/contract/api/screens/devices/player-updates'
import { expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { sample } from '#test/samples.ts'

setUpConsole()

const made = sample(DeviceConfiguration, {
  id: 'c1',
  name: 'Lobby',
  orientation: 0,
  downloadMbit: 20,
  version: 1,
})
const open = () =>
  openConsole('/app/device-configurations', {
    'deviceConfigurations.list': { configurations: [made], total: 1 },
    'deviceConfigurations.create': { configuration: made },
  })

test('the configuration form has a field for every property', async () => {
  const { press, server } = open()
  await press('New configuration')
  const form = await dialog('New configuration')
  await form.fill(/^Name/, 'Window')
  await form.click('checkbox', /^Update the player in a maintenance window/)
  await form.press('Save')
  await waitFor(() => expect(server.named('deviceConfigurations.create')).toHaveLength(1))
  const body = server.named('deviceConfigurations.create')[0]?.body as DeviceConfigurationInput
  expect(body.updates).toMatchObject({ from: '02:00 AM', to: '05:00 AM', days: 0 })
  const notFromForms = ['organizationId', 'version']
  const takes = Object.keys(DeviceConfigurationInput.shape).filter((key) => !notFromForms.includes(key))
  expect(Object.keys(body).sort()).toEqual(takes.sort())
})

test('an empty speed is rejected: it would keep the old one', async () => {
  const { press, server } = open()
  await press('Edit Lobby')
  const form = await dialog('Edit configuration')
  await form.fill(/^Speed/, '')
  await form.press('Save')
  await screen.findByText(/needs attention/)
  expect(server.named('deviceConfigurations.update')).toEqual([])
})

test('a player update that the server stopped names the screens, and is resumed or rolled back', async () => {
  const update = sample(PlayerUpdate, {
    id: 'u1',
    version: '2.0.0',
    status: 'stopped',
    decidedBy: null,
    screens: 40,
    healthy: 3,
    failed: [{ deviceId: 'd1', name: 'Foyer', why: 'silent', at: 0 }],
    failedCount: 1,
  })
  const { press, server } = openConsole('/app/device-configurations', {
    'playerUpdates.current': { update },
    'playerUpdates.decide': { update },
  })
  await screen.findByText('Player update to version 2.0.0')
  await screen.findByRole('link', { name: 'Foyer' })
  screen.getByText(/^Hasn't reported since/)
  await press('Resume')
  await press('Return to the previous player')
  await waitFor(() =>
    expect(server.named('playerUpdates.decide').map(({ body }) => body)).toEqual([
      { decision: 'resume' },
      { decision: 'back' },
    ]),
  )
})
