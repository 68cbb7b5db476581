// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DEVICE_STATES } from '@vitrine/contract/api/screens/device-facets'
import { Device } from '@vitrine/contract/api/screens/devices'
import { Truth } from '@vitrine/contract/api/screens/truth'
import { expect, test } from 'vitest'
import { named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

const since = Date.parse('2026-01-05T08:00:00.000Z')
const truth = sample(Truth, {
  ...({ value: 'differs', because: 'switched', end: 'manual' } as const),
  ...{ should: 'Breakfast', shows: 'Evening', by: 'Mona', since },
})
const window = sample(Device, {
  ...{ id: 'v1', name: 'Window', connection: 'online', deviceGroupId: 'g1' },
  truth,
})
const counts = { right: 142, differs: 5, unknown: 4, offline: 3, never: 1, switched: 3, behind: 2 }
const states = { ...Object.fromEntries(DEVICE_STATES.map((one) => [one, 0])), ...counts }
const SENTENCE =
  /Should show Breakfast, shows Evening because Mona switched it by hand at .+, until someone ends it/

function fleet() {
  return {
    ...ONE_OF_EACH,
    'devices.list': { devices: [window], total: 1 },
    'devices.states': {
      states,
      // One of the five is in a place where the user changes nothing.
      correctable: 4,
      showing: [],
      places: [{ buildingId: 'b1', name: 'Tower', right: 7, differs: 1, unknown: 0 }],
    },
    'devices.putRight': {
      results: [
        {
          id: 'v1',
          name: 'Window',
          did: 'returned',
          switch: { storyboardId: 's1', end: 'manual', until: null },
        },
        { id: 'v2', name: 'Door', did: 'restarted' },
        { id: 'v3', name: 'Hall', did: 'manual' },
      ],
      left: 0,
    },
  }
}

test('the dashboard starts with how many screens are right, and each part opens their list', async () => {
  openConsole('/app/dashboard', fleet())
  const parts = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Screens"] a')]
    expect(found.length).toBe(4)
    return found
  })
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    '142 right',
    '5 differ',
    '3 offline',
    '1 never seen',
  ])
  expect(parts.map(({ href }) => new URL(href).search || href.split('?')[1])).toEqual(
    ['right', 'differs', 'offline', 'never'].map((only) => expect.stringContaining(`only=${only}`)),
  )
  await waitFor(() =>
    expect(document.querySelector('section[aria-label="Places"]')?.textContent).toContain(
      '7 right · 1 differs',
    ),
  )
})

test('screens that differ are listed with one sentence, and put right with one click', async () => {
  const { server, user, page } = openConsole('/app/devices?only=differs', fleet())
  await waitFor(() => expect(document.querySelector('table')?.textContent).toMatch(SENTENCE))
  await user.click(await page().findByRole('button', { name: 'Put 4 screens right' }))
  await waitFor(() =>
    expect(document.body.textContent).toContain(
      '1 screen returns to its schedule. 1 player restarts. 1 screen needs a person: Hall',
    ),
  )
  expect(server.named('devices.putRight')).toMatchObject([{ body: {} }])
})

test('without permission to change screens, nothing can be put right', async () => {
  openConsole('/app/devices?only=differs', fleet(), { role: '2', permissions: [] })
  await waitFor(() => expect(document.querySelector('table')?.textContent).toMatch(SENTENCE))
  expect(named('button', /^Put/)).toEqual([])
})

test('wall mode fills the monitor with the dashboard until Esc', async () => {
  let full: Element | null = null
  const show = async (element: Element | null) => {
    full = element
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true })
  Object.defineProperty(document, 'fullscreenElement', { get: () => full, configurable: true })
  document.documentElement.requestFullscreen = () => show(document.documentElement)
  document.exitFullscreen = () => show(null)
  const { user, page } = openConsole('/app/dashboard', fleet())
  const walls = () => document.querySelectorAll('[data-wall="true"]').length
  const button = await page().findByRole('button', { name: 'Wall mode' })
  expect(walls()).toBe(0)
  await user.click(button)
  await waitFor(() => expect(walls()).toBe(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(walls()).toBe(0))
  Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true })
})
