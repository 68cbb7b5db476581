// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { Device } from '@vitrine/contract/api/screens/devices'
import type { VideoWall } from '@vitrine/contract/api/screens/video-wall'
import { expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

const NAMES = ['Left', 'Right', 'Door']
const devices = NAMES.map((name) => sample(Device, { id: name.toLowerCase(), name }))
const SAVED: VideoWall = {
  ...{ columns: 2, rows: 1, panelWidth: 1000, panelHeight: 500, gapX: 10, gapY: 10 },
  screens: ['left', 'right'],
}

async function open(wall: VideoWall | null) {
  const deviceGroup = DeviceGroup.parse({
    ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
    devices: devices.map(({ id }) => id),
    wall,
  })
  const screen = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'devices.list': { devices },
    'deviceGroups.get': { deviceGroup },
    'deviceGroups.update': { deviceGroup },
  })
  await screen.press(wall ? 'Video wall 2 × 1' : 'Video wall')
  const form = await dialog('Video wall')
  const saved = async (button: string) => {
    await form.press(button)
    await waitFor(() => expect(screen.server.named('deviceGroups.update')).toHaveLength(1))
    return screen.server.named('deviceGroups.update')[0]?.body as { wall: VideoWall | null }
  }
  return { form, saved }
}

test('a new wall has a place for each screen of the group', async () => {
  const { saved } = await open(null)
  expect((await saved('Save wall')).wall).toMatchObject({
    columns: 2,
    rows: 2,
    screens: ['left', 'right', 'door', null],
  })
})

test('a wall gets another row while its number is typed, and two screens swap places', async () => {
  const { form, saved } = await open(SAVED)
  await form.fill('Rows *', '2')
  await form.choose('Column 2, row 2', 'Door')
  await form.choose('Column 1, row 1', 'Right')
  await form.fill('Gap between columns (mm) *', '24')
  expect(await saved('Save wall')).toMatchObject({
    wall: { ...SAVED, rows: 2, gapX: 24, screens: ['right', 'left', null, 'door'] },
  })
})

test('a wall is removed', async () => {
  const { saved } = await open(SAVED)
  expect(await saved('Remove wall')).toMatchObject({ wall: null })
})
