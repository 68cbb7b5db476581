// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

type Layers = NonNullable<DeviceGroup['schedule']['layers']>
const ticker: Layers[number] = {
  name: 'News',
  place: { kind: 'bottom', makesRoom: true },
  storyboardId: 's1',
  slots: [],
}
const [first] = ONE_OF_EACH['storyboards.list'].storyboards
const storyboards = [first, { ...first, id: 's2', name: 'Logo' }]

function open(layers?: Layers) {
  const deviceGroup = DeviceGroup.parse({
    ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
    schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: 's1', slots: [], ...(layers && { layers }) },
  })
  const screen = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup },
    'deviceGroups.update': { deviceGroup },
    'storyboards.list': { storyboards },
  })
  const saved = async () => {
    const calls = () =>
      screen.server.named('deviceGroups.update').filter(({ query }) => query?.dryRun === undefined)
    await screen.press('Save schedule')
    await waitFor(() => expect(calls()).toHaveLength(1))
    const body = calls()[0]?.body as { schedule: { layers: Layers } }
    return body.schedule.layers
  }
  return { ...screen, saved }
}

test('a layer is added as a bar at the bottom, and becomes a corner with times', async () => {
  const { press, fill, click, choose, saved } = open()
  await press('Add layer')
  await fill(/^Name/, 'Logo')
  await choose(/^Storyboard/, 'Logo')
  await click('radio', 'Top right corner')
  await fill(/^Width in percent/, '15')
  const add = [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Add time slot',
  )
  add.at(-1)?.click()
  expect(await saved()).toEqual([
    {
      name: 'Logo',
      place: { kind: 'top-right', width: 15 },
      storyboardId: 's2',
      slots: [{ from: '09:00 AM', to: '10:00 AM' }],
    },
  ])
})

test('a layer says where and when it shows, moves up, and is removed', async () => {
  const logo: Layers[number] = {
    ...ticker,
    name: 'Logo',
    place: { kind: 'top-left', width: 20 },
    slots: [{ from: '08:00 AM', to: '09:00 AM', days: [1, 2, 3] }],
  }
  const { press, page, saved } = open([ticker, logo, { ...ticker, name: 'Old' }])
  await page().findByText('Top left corner · Over the page · 08:00 AM–09:00 AM (Mon–Wed)')
  expect(page().getAllByText('Bar at the bottom · The page makes room · Always')).toHaveLength(2)
  await press('Move Logo up')
  await press('Remove Old')
  expect(await saved()).toEqual([logo, ticker])
})

test('a bar covers the page, with a height', async () => {
  const { press, click, fill, saved } = open([ticker])
  await press('Edit News')
  await click('radio', 'Over the page')
  await fill(/^Height in percent/, '12')
  expect(await saved()).toEqual([{ ...ticker, place: { kind: 'bottom', height: 12 } }])
})

test('two layers with one name are refused at the field', async () => {
  const { press, fill, page, server } = open([ticker, { ...ticker, name: 'Other' }])
  await press('Edit Other')
  await fill(/^Name/, 'News')
  await press('Save schedule')
  await page().findByText('Name exists before')
  expect(server.named('deviceGroups.update').filter(({ query }) => query?.dryRun === undefined)).toEqual([])
})

test('what a save changes names the layers', async () => {
  const deviceGroup = DeviceGroup.parse({
    ...ONE_OF_EACH['deviceGroups.get'].deviceGroup,
    schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: 's1', slots: [], layers: [ticker] },
  })
  const impact = {
    ...{ screens: 2, changes: 2, buildings: 0, nothing: null, unsure: 0 },
    ...{ rules: [], unknownTags: [], missing: [], examples: [] },
    layers: [{ name: 'News', change: 'changed' as const, screens: 2 }],
  }
  const { press, click, page } = openConsole('/app/device-group/storyboard/g1', {
    ...ONE_OF_EACH,
    'deviceGroups.get': { deviceGroup },
    'deviceGroups.update': { deviceGroup, impact },
    'storyboards.list': { storyboards },
  })
  await press('Edit News')
  await click('radio', 'Bar at the top')
  await page().findByText('Layer News changes (2 screens)')
})
