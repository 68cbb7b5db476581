// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryState } from '#lib/state.ts'
import { Packages } from './packages.ts'

// Loaded now, because loading takes no time of the clock below.
await Promise.all([
  import('./forget-packages.ts'),
  import('./package-strikes.ts'),
  import('./package-watch.ts'),
])

const ORIGIN = 'https://content.example'
const HASH = 'ab'.repeat(32)
const PAGE = `${ORIGIN}/p/${HASH}/`
/** The hidden pages so far, and which of them are gone. */
let keepers: HTMLIFrameElement[] = []
let gone: HTMLIFrameElement[] = []
let packages: Packages | undefined

beforeEach(() => {
  keepers = []
  gone = []
  vi.useFakeTimers()
  // The test environment loads no pages.
  vi.spyOn(document.body, 'append').mockImplementation((frame) => {
    const keeper = frame as HTMLIFrameElement
    Object.defineProperty(keeper, 'contentWindow', { value: {} })
    keeper.remove = () => void gone.push(keeper)
    keepers.push(keeper)
  })
})
afterEach(async () => {
  const closed = packages?.close()
  // It waits for the page that erases the data of packages, which doesn't load here.
  await vi.advanceTimersByTimeAsync(60_000)
  await closed
  vi.restoreAllMocks()
  vi.useRealTimers()
  sessionStorage.clear()
})

/** A screen with one package on the stage. `kind`: the browser's storage. */
async function screen(kind: 'cache' | 'memory') {
  const said: string[] = []
  const state = memoryState()
  await state.set({ contentOrigin: ORIGIN })
  const media = { m: { sha256: HASH, files: { 'index.html': 'cd'.repeat(32) } } }
  packages = new Packages({
    api: { contentOrigin: async () => ({ url: ORIGIN }) },
    state,
    store: { kind, blob: async () => undefined } as never,
    library: {
      ready: { get: () => ({ group: { body: { media } } }), subscribe: () => () => undefined },
    } as never,
    report: (problem) => said.push(problem),
    touched: () => undefined,
    surroundings: () => ({ sites: [], locale: 'en' }),
    data: async () => undefined,
    filled: async (_path, file) => file,
  })
  packages.onDied(() => said.push('listeners'))
  const all = packages
  return {
    said,
    url: () => all.url(HASH),
    show: () => all.follow(HASH, 'Menu', () => said.push('its frame')),
  }
}

function message(fields: object) {
  const event = new Event('message')
  for (const [key, value] of Object.entries({ origin: ORIGIN, ports: [], ...fields }))
    Object.defineProperty(event, key, { value })
  window.dispatchEvent(event)
}

/** The worker's answer, with a port to a process that hangs. */
function ready(keeper: HTMLIFrameElement | undefined) {
  const port = { postMessage: () => undefined, close: () => undefined, onmessage: null }
  message({ source: keeper?.contentWindow, data: { keeper: 'ready' }, ports: [port] })
}

test('packages whose process hangs leave the stage, and return once a new one is ready', async () => {
  const { said, url, show } = await screen('cache')
  await vi.waitFor(() => expect(keepers.length).toBe(1))
  expect(url()).toBeUndefined()
  ready(keepers[0])
  await vi.waitFor(() => expect(url()).toBe(PAGE))
  show()
  await vi.advanceTimersByTimeAsync(4000)
  expect(said).toEqual([])
  await vi.advanceTimersByTimeAsync(3000)
  expect(said).toEqual(['Package stopped responding: "Menu"', 'its frame', 'listeners'])
  expect([url(), gone, keepers.length]).toEqual([undefined, [keepers[0]], 2])
  // Messages of the page that is gone count no longer.
  ready(keepers[0])
  await vi.advanceTimersByTimeAsync(1000)
  expect(url()).toBeUndefined()
  ready(keepers[1])
  await vi.waitFor(() => expect(url()).toBe(PAGE))
})

test('without a worker, a package that sends too many messages leaves the stage, and the next may show', async () => {
  const { said, url, show } = await screen('memory')
  await vi.waitFor(() => expect(url()).toBe(PAGE))
  show()
  for (let count = 0; count < 3000; count++) message({ source: {}, timeStamp: 5 })
  expect(said).toEqual([])
  message({ source: {}, timeStamp: 5 })
  expect(said).toEqual(['Package sent too many messages: "Menu"', 'its frame', 'listeners'])
  expect([url(), keepers]).toEqual([PAGE, []])
})

test('a package that failed twice in a row is skipped for a minute, whose end its listeners learn', async () => {
  const { said, url, show } = await screen('memory')
  await vi.waitFor(() => expect(url()).toBe(PAGE))
  for (const second of [1, 3]) {
    show()
    for (let count = 0; count <= 3000; count++) message({ source: {}, timeStamp: second * 1000 })
  }
  expect(url()).toBeUndefined()
  said.length = 0
  await vi.advanceTimersByTimeAsync(59_000)
  expect([url(), said]).toEqual([undefined, []])
  await vi.advanceTimersByTimeAsync(2000)
  expect([url(), said]).toEqual([PAGE, ['listeners']])
})
