import type { ReportedAnswer } from '@vitrine/contract/api/data/answers'
import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { memoryState } from '#lib/state.ts'
import { Clock } from '#lib/time/clock.ts'
import { AnswerBook } from './answer-book.ts'

const widget = (id: string, type: string) => ({
  id,
  type,
  name: `The ${type}`,
  zIndex: 1,
  width: 100,
  height: 100,
  transform: 'translate(0px, 0px)',
})
const PAGE: ManifestPage = {
  id: 'p1',
  name: 'Kiosk',
  version: 1,
  width: 1920,
  height: 1080,
  widgets: [widget('stars', 'rating'), widget('ticks', 'checkbox'), widget('words', 'comment')],
  config: { inputs: [{ name: 'ticks-label', value: 'What did you see?' }] },
}

let now = 1_000_000
const clock = { now: () => now, monotonic: () => now, error: () => 1, onStep: () => () => {} }
const advance = async (ms: number) => {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
}
beforeEach(() => {
  now = 1_000_000
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

function setUp(state = memoryState()) {
  const told: (readonly ReportedAnswer[])[] = []
  const problems: string[] = []
  let failure: ApiError | undefined
  const answers = async ({ body }: { body: { answers: readonly ReportedAnswer[] } }) => {
    const list = body.answers
    told.push(list)
    if (failure) throw failure
    return { accepted: list.length, refused: 0 }
  }
  const book = new AnswerBook({ api: { answers }, clock, state, report: (text) => problems.push(text) })
  return { book, told, problems, state, fail: (error?: ApiError) => (failure = error) }
}

it('sends the last choice once the visitor has left', async () => {
  const { book, told, state } = setUp()
  await book.add(PAGE, 'stars', 2)
  await advance(5000)
  await book.add(PAGE, 'stars', 5)
  await book.add(PAGE, 'ticks', ['art'])
  await book.add(PAGE, 'ticks', [])
  expect(told).toEqual([])
  await advance(31_000)
  expect(told.map((list) => list.map(({ question, value }) => [question, value]))).toEqual([
    [['The rating', 5]],
  ])
  expect(await state.get('answers')).toBeUndefined()
  await book.add(PAGE, 'stars', 1)
  await advance(31_000)
  expect(told.flat().map(({ value }) => value)).toEqual([5, 1])
  expect(new Set(told.flat().map(({ id }) => id)).size).toBe(2)
})

it('sends every comment immediately', async () => {
  const { book, told } = setUp()
  await book.add(PAGE, 'words', 'Nice')
  await advance(100)
  await book.add(PAGE, 'words', 'Cold')
  await advance(100)
  expect(told.flat().map(({ type, value }) => [type, value])).toEqual([
    ['comment', 'Nice'],
    ['comment', 'Cold'],
  ])
})

it('keeps answers through an outage and a restart, under the same ids', async () => {
  const first = setUp()
  first.fail(new ApiError('No answer', 0))
  await first.book.add(PAGE, 'words', 'Nice')
  await advance(200_000)
  expect(first.told.length).toBeGreaterThan(2)
  expect(first.problems[0]).toContain('No answer')
  first.book.close()

  const second = setUp(first.state)
  await advance(100)
  expect(second.told).toEqual([first.told[0]])
  expect(await second.state.get('answers')).toBeUndefined()
})

it.each([365 * 86_400_000, -365 * 86_400_000])(
  'TIME-06 tells when it was really given of an answer from before the clock was set right by %s ms',
  async (by) => {
    const right = new Clock({ wall: () => now, monotonic: () => now })
    const told: ReportedAnswer[] = []
    const answers = async ({ body }: { body: { answers: readonly ReportedAnswer[] } }) => {
      const list = body.answers
      told.push(...list)
      return { accepted: list.length, refused: 0 }
    }
    const book = new AnswerBook({ api: { answers }, clock: right, state: memoryState(), report: () => {} })
    await advance(1000)
    await book.add(PAGE, 'stars', 3)
    const at = now
    await advance(5000)
    right.adopt([{ serverTime: now + by, sentAt: now, receivedAt: now }])
    await advance(60_000)
    expect(told.map((answer) => answer.at)).toEqual([at + by])
    book.close()
  },
)

it('drops answers that the server does not understand', async () => {
  const { book, told, fail } = setUp()
  fail(new ApiError('Invalid', 400))
  await book.add(PAGE, 'words', 'Odd')
  await advance(100)
  fail(undefined)
  await book.add(PAGE, 'words', 'Fine')
  await advance(100)
  expect(told.at(-1)?.map(({ value }) => value)).toEqual(['Fine'])
})
