import type { DevicePart, ManifestContent } from '@vitrine/contract/api/playback/manifest'
import { LiveData } from '@vitrine/widgets/live-data'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Parts, readPart } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { KeptSources } from '#uplink/kept-sources.ts'
import { contentOf, devicePart, groupPart } from './content.ts'
import { partOf } from './protocol-server.ts'

const MENU = { columns: ['Dish', 'Price'], rows: [['Espresso', 2.5]], at: 1000 }
let sources: KeptSources | undefined

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  sources?.close()
  vi.useRealTimers()
})

const partsNaming = (...names: string[]): Parts => {
  const content: ManifestContent = { ...contentOf([]), sources: names }
  return {
    group: readPart('group', partOf(1, groupPart(content, null))),
    device: readPart('device', partOf(1, devicePart())),
  }
}

function start(parts: Parts, kept = new Map<string, string>()) {
  const library = { ready: new Signal(parts), latest: new Signal(parts) }
  const asked: string[] = []
  const server = { answer: MENU as unknown }
  const live = new LiveData({
    ask: async (_kind, { name = '' }) => {
      asked.push(name)
      if (server.answer === 'down') throw new Error('no network')
      return server.answer
    },
    kept: { get: async (key) => kept.get(key), set: async (key, text) => void kept.set(key, text) },
  })
  sources = new KeptSources({ library, live })
  return { library, asked, server, live, kept, sources }
}
const soon = () => vi.advanceTimersByTimeAsync(0)
const textOf = async (file: Promise<ArrayBuffer | undefined>) => {
  const bytes = await file
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as unknown)
}
const FILE = {
  name: 'Menu',
  updatedAt: new Date(1000).toISOString(),
  columns: MENU.columns,
  rows: [{ Dish: 'Espresso', Price: 2.5 }],
}

it('rows of referenced sources are available without the network, before a page shows them', async () => {
  const first = start(partsNaming('menu'))
  await soon()
  expect(first.asked).toEqual(['menu'])
  first.sources.close()

  const again = start(partsNaming('menu'), first.kept)
  again.server.answer = 'down'
  await soon()
  expect(again.live.source('menu').get()).toEqual(MENU)
  expect(await textOf(again.sources.file('data/Menu.json'))).toEqual(FILE)
})

it('rows are stored once a publication references them, and deleted with the last reference', async () => {
  const { library, asked, server } = start(partsNaming())
  await soon()
  expect(asked).toEqual([])
  library.latest.set(partsNaming('menu'))
  await soon()
  expect(asked).toEqual(['menu'])
  library.ready.set(partsNaming('menu'))
  server.answer = { ...MENU, at: 2000 }
  await vi.advanceTimersByTimeAsync(600_000)
  const before = asked.length
  expect(before).toBeGreaterThan(1)
  library.latest.set(partsNaming())
  library.ready.set(partsNaming())
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked.length).toBeLessThanOrEqual(before + 1)
})

it('rows in a notice replace the old ones; otherwise they are requested, spread over time', async () => {
  const { asked, live, sources } = start(partsNaming('menu'))
  await soon()
  const newer = { ...MENU, at: 5000 }
  sources.take({ name: 'menu', source: newer, spreadMs: 0 })
  expect(live.source('menu').get()).toEqual(newer)
  expect(asked).toHaveLength(1)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  sources.take({ name: 'menu', spreadMs: 8000 })
  await vi.advanceTimersByTimeAsync(3999)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2)
  expect(asked).toHaveLength(2)
  vi.restoreAllMocks()
})

it('a package reads the sources that its content references, and no other file', async () => {
  const { sources, asked } = start(partsNaming('menu'))
  await soon()
  expect(await textOf(sources.file('data/MENU.json'))).toEqual({ ...FILE, name: 'MENU' })
  for (const path of ['data/salaries.json', 'data/menu.csv', 'menu.json', 'data/x/menu.json'])
    expect(await sources.file(path)).toBeUndefined()
  expect(new Set(asked)).toEqual(new Set(['menu']))
})

const screenParts = (values: DevicePart['values'], ...names: string[]): Parts => ({
  ...partsNaming(...names),
  device: readPart('device', partOf(1, { ...devicePart(), ...(values && { values }) })),
})
const modelOf = async (kept: KeptSources, model: unknown) => {
  const file = await kept.filled(
    'model.json',
    new TextEncoder().encode(JSON.stringify(model)).buffer as ArrayBuffer,
  )
  return JSON.parse(await new Response(file).text()) as unknown
}

it('packages get their values with those of the screen, and rows that these name, without the network', async () => {
  const values = [
    { name: 'Manager', value: 'Mona' },
    { name: 'Drink', value: 'Espresso', rowOf: 'menu' },
  ]
  const first = start(screenParts(values, 'screen'))
  await soon()
  // The values are here; only the source whose row one of them names is asked for.
  expect(first.asked).toEqual(['menu'])
  first.sources.close()
  const again = start(screenParts(values, 'screen'), first.kept)
  again.server.answer = 'down'
  await soon()
  const model = { title: '{Screen: Manager}', list: [{ price: '{Screen: Price of Drink}', css: 'a{b:c}' }] }
  expect(await modelOf(again.sources, model)).toEqual({
    title: 'Mona',
    list: [{ price: '2.5', css: 'a{b:c}' }],
  })
  expect(await textOf(again.sources.file('data/Screen.json'))).toMatchObject({
    rows: [{ Manager: 'Mona', Drink: 'Espresso' }],
  })
})

it('without values, packages get what references have for that, and a source may have their name', async () => {
  const none = start(screenParts([], 'screen'))
  await soon()
  expect(none.asked).toEqual([])
  expect(await modelOf(none.sources, { a: '{Screen: Manager | us}{Screen: X}' })).toEqual({ a: 'us' })
  none.sources.close()
  const former = start(screenParts(undefined, 'screen'))
  await soon()
  expect(former.asked).toEqual(['screen'])
})
