import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { REFRESH_GAP_MS, Refreshes } from './refreshes.ts'

/** Milliseconds of an answer. */
const ANSWER = 700
let version = 0
let started = 0
let canceled = 0

/** A list on screen, whose answer shows the state from when the server read it. */
function open(client: QueryClient, key: readonly string[]) {
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: ({ signal }) => {
      started++
      const read = version
      signal.addEventListener('abort', () => canceled++)
      return new Promise<number>((resolve) => setTimeout(() => resolve(read), ANSWER))
    },
  })
  const seen: (number | undefined)[] = []
  const forget = observer.subscribe(({ data }) => seen.push(data))
  return { forget, last: () => seen.at(-1) }
}

beforeEach(() => {
  vi.useFakeTimers()
  version = started = canceled = 0
})
afterEach(() => void vi.useRealTimers())

it.each([1, 2, 10])('%i edits a second are each seen within three seconds, by few requests', async (rate) => {
  const client = new QueryClient()
  const refreshes = new Refreshes(client)
  const { forget, last } = open(client, ['devices', 'list'])
  await vi.advanceTimersByTimeAsync(ANSWER)
  const before = started
  const seconds = 20
  const late: number[] = []
  for (let n = 0; n < seconds * rate; n++) {
    version++
    refreshes.start('devices')
    const due = version
    setTimeout(() => {
      if ((last() ?? 0) < due) late.push(due)
    }, 3000)
    await vi.advanceTimersByTimeAsync(1000 / rate)
  }
  await vi.advanceTimersByTimeAsync(3500)
  expect(late).toEqual([])
  expect(last()).toBe(version)
  expect(started - before).toBeLessThanOrEqual(seconds / ((REFRESH_GAP_MS + ANSWER) / 1000) + 2)
  expect(canceled).toBe(0)
  refreshes.close()
  forget()
})

it('news during the first request of a list are followed by another one', async () => {
  const client = new QueryClient()
  const refreshes = new Refreshes(client)
  const { forget, last } = open(client, ['cards'])
  await vi.advanceTimersByTimeAsync(ANSWER / 2)
  version++
  refreshes.start('cards')
  await vi.advanceTimersByTimeAsync(3000 + ANSWER)
  expect([last(), canceled]).toEqual([1, 0])
  refreshes.close()
  forget()
})

it('what is opened between two refreshes is fetched again, and closing ends all timers', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const refreshes = new Refreshes(client)
  const closed = open(client, ['cards'])
  await vi.advanceTimersByTimeAsync(ANSWER)
  closed.forget()
  refreshes.start('cards')
  await vi.advanceTimersByTimeAsync(100)
  version++
  refreshes.start('cards')
  const again = open(client, ['cards'])
  await vi.advanceTimersByTimeAsync(ANSWER)
  expect(again.last()).toBe(1)
  refreshes.close()
  again.forget()
  client.clear()
  expect(vi.getTimerCount()).toBe(0)
})
