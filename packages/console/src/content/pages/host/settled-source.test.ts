import { LiveData } from '@vitrine/widgets/live-data'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settled } from '#pictures/pages/settled-source.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ADDRESS = 'https://news.test/rss.xml'

it('requests a typed URL once it is complete, never its beginnings', async () => {
  const asked: unknown[] = []
  const live = new LiveData({
    ask: async (_kind, { url }) => {
      asked.push(url)
      return { title: url }
    },
  })
  const seen = vi.fn()
  let leave = () => {}
  for (let length = 1; length <= ADDRESS.length; length += 1) {
    leave()
    leave = settled(live.feed(ADDRESS.slice(0, length))).subscribe(seen)
    await vi.advanceTimersByTimeAsync(120)
  }
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([ADDRESS])
  expect(seen).toHaveBeenCalledTimes(1)

  // A cached value needs no delay, and an unsubscribed one no request.
  leave()
  const again = settled(live.feed(ADDRESS))
  expect(again.get()).toEqual({ title: ADDRESS })
  again.subscribe(seen)()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(asked.length).toBeLessThanOrEqual(2)
})
