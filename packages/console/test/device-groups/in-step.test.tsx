// @vitest-environment happy-dom
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { InStep } from '@vitrine/contract/api/screens/in-step'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const open = (inStep: InStep, devices = ['a', 'b', 'c']) =>
  openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': {
      deviceGroup: DeviceGroup.parse({ ...ONE_OF_EACH['deviceGroups.get'].deviceGroup, devices }),
    },
    'deviceGroups.inStep': { inStep },
  })

test('the page of a group shows how far its screens are apart, and which one is off', async () => {
  const screen = open({
    apart: [
      { kind: 'page', p50: 9, p95: 21.6, moments: 12 },
      { kind: 'video', p50: 4, p95: 12.2, moments: 9 },
    ],
    screens: 3,
    clockError: 2.2,
    furthest: { id: 'c', name: 'Door', ms: -81.7 },
  })
  await screen.page().findByText(/pages within 22 ms/)
  await screen.page().findByText(/videos within 12 ms/)
  await screen.page().findByText(/Clocks: ±2 ms/)
  await screen.page().findByText(/is 82 ms ahead/)
  expect(document.querySelector('a[href$="/app/devices/c"]')?.textContent).toBe('Door')
})

test('without common changes it says that nothing is measured yet', async () => {
  const screen = open({ apart: [], screens: 0, clockError: null, furthest: null })
  await screen.page().findByText(/not measured yet/)
})
