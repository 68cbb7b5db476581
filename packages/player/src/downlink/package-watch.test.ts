import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenStill } from '#lib/after-paint.ts'
import { PackageWatch } from './package-watch.ts'

/** Milliseconds that a frame takes; none come without. */
let frameMs: number | undefined

beforeEach(() => {
  vi.useFakeTimers()
  frameMs = 16
  vi.stubGlobal('location', { hash: '' })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    if (frameMs !== undefined) setTimeout(frame, frameMs)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Milliseconds until it is called back, to the next tenth of a second. */
async function until(begin: (done: () => void) => void): Promise<number> {
  let isDone = false
  begin(() => {
    isDone = true
  })
  let ms = 0
  for (; !isDone && ms < 20_000; ms += 100) await vi.advanceTimersByTimeAsync(100)
  return ms
}

it('a screen that is switched off waits a moment, a busy one until what it waits for is drawn', async () => {
  const wait = (done: () => void) => void whenStill(1500, 6000, done)
  expect(await until(wait)).toBe(6000)
  frameMs = 1200
  expect(await until(wait)).toBe(6000)
  frameMs = undefined
  expect(await until(wait)).toBeLessThan(2100)
  const end = whenStill(1500, 6000, () => expect.unreachable())
  end()
  await vi.advanceTimersByTimeAsync(10_000)
})

it('a package is not shown before it has painted, however busy the machine is', async () => {
  const asked: { painted?: string; id?: number }[] = []
  const port = {
    postMessage: (asks: object) => asked.push(asks),
    close: () => undefined,
  } as unknown as MessagePort
  const watch = new PackageWatch(
    port,
    { died: () => undefined, touched: () => undefined, blocked: () => undefined },
    () => ({ sites: [], locale: 'en' }),
  )
  const paint = (after: number) => async (done: () => void) => {
    void watch.painted('/p/').then(done)
    const { id } = asked.at(-1) ?? {}
    setTimeout(() => port.onmessage?.({ data: { id } } as MessageEvent), after)
  }
  expect(await until((done) => void paint(3000)(done))).toBe(3000)
  frameMs = undefined
  expect(await until((done) => void paint(3000)(done))).toBeLessThan(2100)
  watch.close()
})

it("says which sites packages may frame only on a machine whose browser blocks others, in the screen's language", async () => {
  const asked: object[] = []
  const port = {
    postMessage: (asks: object) => asked.push(asks),
    close: () => undefined,
  } as unknown as MessagePort
  const blocked: string[][] = []
  const watch = new PackageWatch(
    port,
    { died: () => undefined, touched: () => undefined, blocked: (...given) => blocked.push(given) },
    () => ({ sites: ['example.org'], locale: 'ar' }),
  )
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([{ ping: true }])
  vi.stubGlobal('location', { hash: `#machine=${'a'.repeat(64)}` })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked[1]).toEqual({
    ping: true,
    frames: { sites: ['example.org'], text: 'لا يمكن فتح {host} على هذه الشاشة' },
  })
  const receive = (data: unknown) => port.onmessage?.({ data } as MessageEvent)
  const hash = 'b'.repeat(64)
  receive({ blocked: { path: `/p/${hash}/index.html`, host: 'x'.repeat(1000) } })
  receive({ blocked: { path: '/other', host: 'example.com' } })
  expect(blocked).toEqual([[hash, 'x'.repeat(253)]])
  watch.close()
})
