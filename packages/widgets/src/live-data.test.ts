import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveData } from './live-data.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function world() {
  const texts = new Map<string, string>()
  const kept = {
    get: async (key: string) => texts.get(key),
    set: async (key: string, text: string) => void texts.set(key, text),
  }
  const asked: unknown[] = []
  const server: { answer: unknown } = { answer: { temperature: 20 } }
  const ask = async (kind: string, query: object) => {
    asked.push([kind, query])
    if (server.answer === 'down') throw new Error('no network')
    return server.answer
  }
  return { asked, server, start: (more = {}) => new LiveData({ ask, kept, ...more }) }
}

it('fetches only while there are subscribers', async () => {
  const { start, asked } = world()
  const source = start().weather('cairo')
  expect(asked).toEqual([])
  const seen = vi.fn()
  const leave = source.subscribe(seen)
  await vi.advanceTimersByTimeAsync(0)
  expect(source.get()).toEqual({ temperature: 20 })
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(asked.length).toBeGreaterThan(4)
  expect(asked[0]).toEqual(['weather', { location: 'cairo' }])
  expect(seen).toHaveBeenCalledTimes(1)
  leave()
  const before = asked.length
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(asked.length).toBe(before)
})

it.each([
  ['data', { temperature: 20 }, 8, 16],
  ['no data', undefined, 55, 122],
  ['no network', 'down', 55, 122],
])(
  'a screen that shows a widget every ten seconds asks no more often than when it always shows: %s',
  async (_, answer, least, most) => {
    const { start, server, asked } = world()
    server.answer = answer
    const live = start({ isUnhurried: true })
    for (let turn = 0; turn < 360; turn++) {
      const leave = live.weather('cairo').subscribe(() => {})
      await vi.advanceTimersByTimeAsync(5000)
      leave()
      await vi.advanceTimersByTimeAsync(5000)
    }
    expect(asked.length).toBeGreaterThanOrEqual(least)
    expect(asked.length).toBeLessThanOrEqual(most)
    const before = asked.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked.length).toBe(before)
    live.weather('cairo').subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.length).toBe(before + 1)
    live.close()
    expect(vi.getTimerCount()).toBe(0)
  },
)

it('shows the last good value without a network, also after a restart', async () => {
  const { start, server } = world()
  const leave = start()
    .weather('cairo')
    .subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  leave()
  server.answer = 'down'
  const later = start().weather('cairo')
  later.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(later.get()).toEqual({ temperature: 20 })
})

it('keeps its value while the server has none, and retries soon', async () => {
  const { start, server, asked } = world()
  server.answer = undefined
  const source = start().feed('https://news.test/')
  source.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(source.get()).toBeUndefined()
  server.answer = { title: 'News' }
  await vi.advanceTimersByTimeAsync(31_000)
  expect([source.get(), asked.length]).toEqual([{ title: 'News' }, 2])
})

it('returns the same source for the same query', () => {
  const data = world().start()
  expect(data.feed('https://news.test/?a=1')).toBe(data.feed('https://news.test/?a=1'))
  expect(data.prayer('cairo', 5)).not.toBe(data.prayer('cairo', 3))
})
