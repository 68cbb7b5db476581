// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router'
import { waitFor } from '@testing-library/dom'
import { contract } from '@vitrine/contract'
import { Timestamp } from '@vitrine/contract/api/base/entity'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { NO_REGION } from '@vitrine/contract/player/screen-locale'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { createConsoleRouter } from '#app/router.tsx'
import { STORED, storage } from '#lib/browser/storage.ts'
import { openConsole, setUpConsole } from './console-window.tsx'
import { ada, device, emptyOf, ONE_OF_EACH, sample, storyboard } from './samples.ts'

setUpConsole()

const AT = '2026-03-05T16:07:09.000Z'
const slots: Slot[] = [
  { from: '08:00 AM', to: '05:30 PM', storyboardId: 's1', days: [1, 2, 3, 4, 5] },
  { from: '06:00 PM', to: '10:15 PM', storyboardId: 's1' },
]
const group = sample(DeviceGroup, {
  id: 'g1',
  name: 'Shop front',
  devices: ['v1'],
  schedule: { timezone: 'Africa/Cairo', defaultStoryboardId: 's1', slots },
})
const until = Date.now() + 3 * 3_600_000
const manualSwitch = {
  ...{ storyboardId: 's1', storyboardName: 'Lunch', by: 'Ada', since: Date.parse(AT), until },
  end: 'time' as const,
}
const screen = {
  ...device,
  ...{ deviceGroupId: 'g1', deviceGroup: { id: 'g1', name: 'Shop front' }, lastSeenAt: AT, manualSwitch },
  playing: {
    storyboardId: 's1',
    storyboardName: 'Lunch',
    pageId: 'c1',
    reason: 'override',
    seenAt: Date.parse(AT),
  },
}

/** Every list of a response with one row, and every instant at the same time. */
function filledOf(schema: z.ZodType, depth = 0): unknown {
  const { type, ...of } = schema.def as unknown as {
    type: string
    shape?: Record<string, z.ZodType>
    element?: z.ZodType
    innerType?: z.ZodType
  }
  if (depth > 4) return emptyOf(schema)
  if (schema === Timestamp) return AT
  if (type === 'array' && of.element && depth < 3) return [filledOf(of.element, depth + 1)]
  if (of.shape)
    return Object.fromEntries(Object.entries(of.shape).map(([key, part]) => [key, filledOf(part, depth + 1)]))
  if ((type === 'nullable' || type === 'optional') && of.innerType) return filledOf(of.innerType, depth + 1)
  return emptyOf(schema)
}

/** These lists with rows of dates; the samples have the rest. */
const DATED = [
  'backups',
  'trash',
  'apiKeys',
  'outbox',
  'sessions',
  'answers',
  'cases',
  'alerts',
  'system',
  'plays',
]
const dated = Object.fromEntries(
  routesOf(contract)
    .filter(
      ({ name, route }) => DATED.includes(name.split('.')[0] ?? '') && typeof route.response !== 'string',
    )
    .map(({ name, route }) => [name, filledOf(route.response as z.ZodType)]),
)

const ANSWERS = {
  ...dated,
  ...ONE_OF_EACH,
  'storyboards.list': { storyboards: [storyboard] },
  'deviceGroups.list': { devicesGroups: [group] },
  'deviceGroups.get': { deviceGroup: group },
  'devices.list': { devices: [screen] },
  'devices.get': { device: screen },
  'devices.switches': {
    switches: [{ ...manualSwitch, deviceId: 'v1', deviceName: 'Lobby screen', deviceGroupId: 'g1' }],
    planned: [],
  },
}

const IDS: Readonly<Record<string, string>> = {
  'device-group/storyboard': 'g1',
  devices: 'v1',
  cards: 'c1',
  layouts: 'y1',
  storyboard: 's1',
  buildings: 'b1',
  'media-library': 'm1',
}

/** Every route of the console, with the ids of the samples. */
const ADDRESSES = Object.keys(createConsoleRouter(createMemoryHistory()).routesByPath)
  .filter((path) => path.startsWith('/app/') && path !== '/app/')
  .map((path) => {
    const id = Object.entries(IDS).find(([start]) => path.startsWith(`/app/${start}`))?.[1] ?? 'one'
    return path.replace('$type', 'standard').replace(/\$\w+/g, id)
  })

const TWELVE = /\d\s?[AP]M\b/
/** Not a duration, `0:30`, nor the end of `10:00 AM`. */
const TWENTY_FOUR = /(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d(?!:?\d|\s?[AP]M)/

/** Texts that name both, or that the specification fixes. */
const FIXED = ['12 hours (2:30 PM)', '24 hours (14:30)']

/** Everything that a person reads: texts, labels, and what fields contain. */
function read(): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
  for (const element of document.querySelectorAll<HTMLElement>(
    '[title], [aria-label], [placeholder], input',
  )) {
    texts.push(
      element.title,
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('placeholder') ?? '',
    )
    if (element instanceof HTMLInputElement && !['date', 'datetime-local'].includes(element.type))
      texts.push(element.value)
  }
  return texts.filter((text) => !FIXED.some((fixed) => text.includes(fixed)))
}

const PEOPLE = {
  'a German at a bakery in Cairo': { browser: 'de-DE', zone: 'Europe/Berlin', wrong: TWELVE },
  'an American': { browser: 'en-US', zone: 'America/New_York', wrong: TWENTY_FOUR },
}

describe.each(Object.entries(PEOPLE))('%s', (_, { browser, zone, wrong }) => {
  test.each(ADDRESSES)('%s has one clock', async (address) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
    vi.stubEnv('TZ', zone)
    const { server } = openConsole(address, ANSWERS)
    await waitFor(() => expect(document.querySelector('h1, [role="application"], button')).not.toBeNull())
    for (let calls = -1; calls !== server.received.length; ) {
      calls = server.received.length
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(read().filter((text) => wrong.test(text))).toEqual([])
    vi.unstubAllEnvs()
  })
})

describe('formats follow', () => {
  const today = async (browser: string, region = NO_REGION, own: string | null = null) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
    storage.set(STORED.region, own)
    const { page } = openConsole('/app/device-group/storyboard/g1', ANSWERS, {
      organization: { ...ada.organization, region },
    })
    const input = await page().findAllByLabelText<HTMLInputElement>(/^From/, { selector: 'input' })
    const days = [...document.querySelectorAll('[data-day] > button')].map((day) => day.textContent)
    return [input[0]?.value, days[0]?.replace(/[^\p{L}]+.*$/u, '')]
  }

  test('the browser, unless another region was chosen', async () => {
    expect(await today('de-DE')).toEqual(['08:00', 'Mon'])
  })
  test('the United States with AM, PM, and Sunday', async () => {
    expect(await today('en-US')).toEqual(['08:00 AM', 'Sun'])
  })
  test('the organization before the browser', async () => {
    expect(await today('de-DE', { ...NO_REGION, language: 'ar-EG' })).toEqual(['08:00 AM', 'Sat'])
    expect(await waitFor(() => document.documentElement.lang)).toBe('en-us')
  })
  test('its clock and first day, whatever its language', async () => {
    const region = { ...NO_REGION, language: 'en-US', hours: '24', firstDay: 'mon' } as const
    expect(await today('en-US', region)).toEqual(['08:00', 'Mon'])
  })
  test('the person before the organization', async () => {
    expect(await today('en-US', { ...NO_REGION, language: 'ar-EG' }, 'de-DE')).toEqual(['08:00', 'Mon'])
  })
})

test('a screen’s page names its zone once, and all its times are in it', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  const { page } = openConsole('/app/devices/v1', ANSWERS)
  await page().findByText('All times in Cairo (Africa)')
  await page().findByText(/Mar 5, 2026, 6:07:09\sPM/)
  expect(read().filter((text) => /GMT|UTC/.test(text))).toEqual([])
  vi.unstubAllEnvs()
})
