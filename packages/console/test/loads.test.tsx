// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { openConsole, setUpConsole } from './console-window.tsx'
import { eventStream } from './event-stream.ts'
import type { Received } from './fake-server.ts'
import { building, device, ONE_OF_EACH } from './samples.ts'

/** The most calls with which a screen opens. */
const CALLS = 40

/** Lists of thousands of rows, which screens load in pages or by ids; a few still load a whole one. */
const LONG = ['devices.list', 'media.list', 'cards.list', 'layouts.list', 'floors.list']
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  // Counts the screens that play each storyboard.
  storyboard: ['devices.list'],
  // Targets of actions.
  'storyboard/designed/create': ['devices.list', 'layouts.list'],
  'layouts/design': ['devices.list', 'layouts.list'],
  // Choices of filters.
  plays: ['devices.list'],
  floors: ['floors.list'],
}

const ADDRESSES = [
  ...[
    'dashboard',
    'devices',
    'devices/one',
    'media-library',
    'cards',
    'layouts',
    'storyboard',
    'device-group',
    'device-group/calendar',
    'plays/report',
  ],
  ...['device-cards', 'device-configurations', 'buildings', 'floors', 'organization', 'user', 'licence'],
  ...['open-case', 'settings', 'profile', 'plays', 'answers', 'trash', 'cards/create', 'layouts/design'],
  ...['storyboard/designed/create', 'buildings/create'],
]

setUpConsole()

test('edits of a screen change its rows, and load no long list again', async () => {
  const floor = { id: 'ground', name: 'Ground', planId: null, plan: null }
  let now = { ...device, floorId: 'ground', place: null }
  const events = eventStream()
  const { server, page } = openConsole('/app/floors', {
    ...ONE_OF_EACH,
    'watch.stream': events.answer,
    'floors.list': () => ({
      buildings: [{ ...building, coordinates: '', floors: [{ ...floor, devices: [now] }] }],
    }),
  })
  await page().findByText(device.name)
  const rename = async (name: string) => {
    now = { ...now, name }
    events.send('devices', { devices: [now], edited: [device.id] })
    await page().findByText(name)
    return server.named('floors.list').length
  }
  events.send('hello', {})
  const first = await rename('Renamed')
  expect(await rename('Renamed again')).toBe(first)
  expect(server.named('devices.list').filter(isWhole)).toEqual([])
})

const isWhole = ({ query: { page, pageSize, ids, search } }: Pick<Received, 'query'>) =>
  !page && !pageSize && !ids && !search

describe('what a screen of the console loads', () => {
  test.each(ADDRESSES)('/app/%s: few calls, and no long list', async (address) => {
    const { server, page } = openConsole(`/app/${address}`, ONE_OF_EACH)
    await page().findAllByRole(address === 'layouts/design' ? 'application' : 'navigation')
    for (let calls = -1; calls !== server.received.length; ) {
      calls = server.received.length
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    const whole = server.received
      .filter((call) => LONG.includes(call.name) && isWhole(call))
      .map(({ name }) => name)
    expect(whole.filter((name) => !WHOLE[address]?.includes(name))).toEqual([])
    expect(server.received.length).toBeLessThanOrEqual(CALLS)
  })
})
