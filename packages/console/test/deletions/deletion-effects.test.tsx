// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import { Device } from '@vitrine/contract/api/screens/devices'
import { ManualSwitch } from '@vitrine/contract/api/screens/manual-switches'
import { describe, expect, test } from 'vitest'
import type { deletionEffects } from '#queries/deletion-effects.ts'
import { type Console, dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

const screen = (id: string, name: string, more: Partial<Device>) =>
  sample(Device, { id, name, connection: 'online', deviceGroupId: 'g1', ...more })
const plays = { storyboardId: 's1', storyboardName: 'Lunch', reason: 'default' } as Device['playing']
const sent = sample(ManualSwitch, { storyboardId: 's1', storyboardName: 'Lunch', end: 'manual', until: null })
const TV = sample(DeviceConfiguration, {
  id: 'k1',
  name: 'TV',
  type: 0,
  screenSize: 1,
  devices: ['d1'],
  deviceGroups: ['g1'],
})
const SCREENS = [screen('d1', 'Door', { playing: plays }), screen('d2', 'Hall', { manualSwitch: sent })]

interface Told {
  address: string
  open: (console: Console) => Promise<void>
  says: readonly string[]
}
const row = (address: string, name: string, says: readonly string[]): Told => ({
  address,
  says,
  open: ({ press }) => press(`Delete ${name}`),
})
const tile = (address: string, name: string, says: readonly string[]): Told => ({
  address,
  says,
  open: ({ pick }) => pick(`More actions for ${name}`, 'Delete'),
})
const TO_TRASH = 'You can restore it from the trash for 30 days.'
const FOR_GOOD = "This can't be undone."
const isInTrash = (kind: string) => kind !== 'device' && kind !== 'configuration'
const TOLD: Record<keyof typeof deletionEffects, Told> = {
  card: tile('/app/cards', 'Bread', ['storyboard Lunch', 'Playing on 1 screen now: Door']),
  device: row('/app/devices', 'Door', ['1 screen stops playing and shows a pairing code: Door']),
  layout: tile('/app/layouts', 'Lobby', ['storyboard Day']),
  media: row('/app/media-library', 'shop.png', ['card Bread', 'Playing on 1 screen now: Door']),
  storyboard: row('/app/storyboard', 'Lunch', ['screen Hall', 'Playing on 1 screen now: Door']),
  group: row('/app/device-group', 'Shop front', [
    '1 screen will have nothing to play: Door',
    'and then has nothing to play: Hall',
  ]),
  configuration: row('/app/device-configurations', 'TV', ['2 screens lose these settings: Door, Hall']),
}

describe('before a deletion, the dialog names uses, the effect on screens, and whether it can be undone', () => {
  test.each(Object.entries(TOLD))('%s', async (kind, { address, open, says }) => {
    const [lunch] = ONE_OF_EACH['storyboards.list'].storyboards
    const day = { ...lunch, id: 's2', name: 'Day', items: [{ layoutId: 'y1', duration: 5 }] }
    const console = openConsole(address, {
      ...ONE_OF_EACH,
      'devices.list': { devices: SCREENS },
      'storyboards.list': { storyboards: [lunch, day] },
      'media.uses': { usedIn: [{ kind: 'card', id: 'c1', name: 'Bread' }] },
      'deviceConfigurations.list': { configurations: [TV] },
    })
    await open(console)
    const { element } = await dialog('DELETE')
    for (const words of says) await waitFor(() => expect(element.textContent).toContain(words))
    expect(element.textContent).toContain(isInTrash(kind) ? TO_TRASH : FOR_GOOD)
    expect(element.textContent).not.toContain(isInTrash(kind) ? FOR_GOOD : TO_TRASH)
    for (const call of console.server.received) expect(call.name).not.toContain('remove')
  })
})
