// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import type { DeletionOutlook } from '@vitrine/contract/api/operations/deletions'
import { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import { Device } from '@vitrine/contract/api/screens/devices'
import { ManualSwitch } from '@vitrine/contract/api/screens/manual-switches'
import { describe, expect, test } from 'vitest'
import type { deletionEffects } from '#queries/deletion-effects.ts'
import {
  type Console,
  dialog,
  expectNotification,
  named,
  openConsole,
  setUpConsole,
} from '#test/console-window.tsx'
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
  card: tile('/app/cards', 'Bread', ['Playing on 1 screen now: Door']),
  device: row('/app/devices', 'Door', ['1 screen stops playing and shows a pairing code: Door']),
  layout: tile('/app/layouts', 'Lobby', []),
  media: row('/app/media-library', 'shop.png', ['Playing on 1 screen now: Door']),
  storyboard: row('/app/storyboard', 'Lunch', ['Playing on 1 screen now: Door']),
  group: row('/app/device-group', 'Shop front', [
    '1 screen will have nothing to play: Door',
    'and then has nothing to play: Hall',
  ]),
  configuration: row('/app/device-configurations', 'TV', ['2 screens lose these settings: Door, Hall']),
}

describe('before a deletion, the dialog names the effect on screens, and whether it can be undone', () => {
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

const outlook = (more: Partial<DeletionOutlook>): DeletionOutlook => ({
  ...{ id: 's1', refusal: { errKey: 'USED_IN_SCHEDULE', message: '' }, usedIn: [], uses: 0 },
  isRemovable: false,
  ...more,
})
const GROUP = { kind: 'device-group', id: 'g1', name: 'Shop front' } as const
const FIRE = { kind: 'takeover', id: 't1', name: 'Fire' } as const

async function asked(answer: DeletionOutlook, answers: object = {}) {
  const console = openConsole('/app/storyboard', {
    ...ONE_OF_EACH,
    'deletions.look': { items: [answer] },
    ...answers,
  })
  await console.press('Delete Lunch')
  return { console, shown: await dialog('DELETE') }
}

describe('of something in use, the dialog promises what the server will do', () => {
  test('it names the reason and the users, offers no deletion, and promises no restoring', async () => {
    const usedIn = [{ ...FIRE, way: 'first' as const }]
    const { console, shown } = await asked(outlook({ usedIn, uses: 1 }))
    await shown.page().findByText(/this storyboard in use/)
    expect(named('link', 'takeover Fire', shown.element)).toHaveLength(1)
    expect(await shown.find('button', 'DELETE')).toHaveProperty('disabled', true)
    expect(named('button', 'REMOVE EVERYWHERE', shown.element)).toEqual([])
    expect(shown.element.textContent).not.toContain(TO_TRASH)
    expect(console.server.named('storyboards.remove')).toEqual([])
  })

  test('says who may not change what', async () => {
    const usedIn = [
      { ...GROUP, way: 'permission' as const },
      { ...FIRE, way: 'first' as const },
    ]
    const { shown } = await asked(outlook({ usedIn, uses: 12 }))
    await shown.page().findByText(/you can't change it/)
    await shown.page().findByText('and 10 more')
  })

  test('it removes the item everywhere in one call, and says so', async () => {
    const usedIn = [{ ...GROUP, way: 'remove' as const }]
    const { console, shown } = await asked(outlook({ usedIn, uses: 1, isRemovable: true }), {
      'deletions.everywhere': { done: ['s1'], removedFrom: [GROUP] },
    })
    await shown.page().findByText(/takes it out of 1 place, then deletes it/)
    expect(shown.element.textContent).toContain(TO_TRASH)
    await shown.press('REMOVE EVERYWHERE')
    await expectNotification({
      kind: 'positive',
      title: 'Done Successfully',
      message: 'Lunch is in the trash.\nRemoved from 1 place.',
    })
    expect(console.server.named('deletions.everywhere')).toMatchObject([
      { body: { kind: 'storyboard', ids: ['s1'], uses: 1 } },
    ])
    expect(console.server.named('storyboards.remove')).toEqual([])
    await console.press('Undo')
    await waitFor(() => expect(console.server.named('trash.restore')).toHaveLength(1))
  })

  test('a confirmation before the answer waits for it', async () => {
    let resolve = (_: object) => {}
    const answer = new Promise<object>((settle) => {
      resolve = settle
    })
    const { console, shown } = await asked(outlook({}), { 'deletions.look': () => answer })
    await shown.press('DELETE')
    resolve({ items: [outlook({ usedIn: [{ ...FIRE, way: 'first' }], uses: 1 })] })
    await shown.page().findByText(/this storyboard in use/)
    expect(console.server.named('storyboards.remove')).toEqual([])
  })
})
