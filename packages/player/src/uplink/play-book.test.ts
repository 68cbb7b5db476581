import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { memoryState } from '#lib/state.ts'
import { Clock } from '#lib/time/clock.ts'
import { type OnStage, PlayBook } from './play-book.ts'
import { PlayQueue, QUEUE_MAX } from './play-queue.ts'

const START = Date.parse('2026-06-01T12:00:00Z')
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(START)
})
afterEach(() => void vi.useRealTimers())
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

const page = (key: string): OnStage => ({
  key,
  kind: 'page',
  storyboardId: 's',
  pageId: key,
  mediaId: null,
  name: key,
})

/** A server that stores plays like the real one, and a screen whose connection can fail. */
function setUp(state = memoryState()) {
  const kept = new Map<string, ReportedPlay>()
  const server = { down: false, refuses: false, forgetsToAnswer: false, calls: 0 }
  const writes: number[] = []
  const api = {
    plays: async ({ body: { plays } }: { body: { plays: readonly ReportedPlay[] } }) => {
      server.calls++
      if (server.down) throw new ApiError('No answer', 0)
      if (server.refuses) throw new ApiError('Invalid', 400)
      for (const play of plays) {
        const known = kept.get(play.id)
        if (!known || known.to < play.to) kept.set(play.id, play)
      }
      if (server.forgetsToAnswer) {
        server.forgetsToAnswer = false
        throw new ApiError('No answer', 0)
      }
      return { accepted: plays.length, refused: 0 }
    },
  }
  const watched = {
    get: state.get,
    set: (entries: Record<string, string | undefined>) => {
      writes.push(JSON.stringify(entries).length)
      return state.set(entries)
    },
  }
  const clock = new Clock()
  const problems: string[] = []
  const book = () => new PlayBook({ api, clock, state: watched, report: (problem) => problems.push(problem) })
  const told = () => [...kept.values()].sort((a, b) => a.from - b.from)
  return { state, server, book, told, writes, problems, clock }
}

describe('proof of play', () => {
  it('records what was on the stage, when, and how long, and nothing else', async () => {
    const { book, told, writes } = setUp()
    const plays = book()
    plays.show([page('a')])
    await advance(10)
    plays.show([page('b')])
    await advance(5)
    // The panel is off, or the stage is covered.
    plays.show([])
    await advance(30)
    plays.show([page('a')])
    await advance(4)
    plays.show([])
    await advance(120)
    expect(told().map(({ pageId, from, to }) => [pageId, from - START, to - from])).toEqual([
      ['a', 0, 10_000],
      ['b', 10_000, 5000],
      ['a', 45_000, 4000],
    ])
    expect(writes).toEqual([])
    plays.close()
  })

  it('reports a long play in progress, as one play', async () => {
    const { book, told } = setUp()
    const plays = book()
    plays.show([page('a')])
    await advance(800)
    expect(told()).toHaveLength(1)
    expect((told()[0]?.to ?? 0) - START).toBeGreaterThan(280_000)
    plays.show([])
    await advance(120)
    expect(told()).toHaveLength(1)
    expect((told()[0]?.to ?? 0) - START).toBe(800_000)
    plays.close()
  })

  it('measures with the monotonic clock', async () => {
    const { book, told } = setUp()
    const plays = book()
    plays.show([page('a')])
    await advance(5)
    vi.setSystemTime(START + 86_400_000)
    await advance(5)
    plays.show([])
    await advance(120)
    expect(told().map(({ from, to }) => [from - START, to - from])).toEqual([[0, 10_000]])
    plays.close()
  })

  it.each([86_400_000, -86_400_000])(
    'TIME-06 says of what showed before the clock was set right by %s ms when that really was',
    async (by) => {
      const { book, told, clock } = setUp()
      const plays = book()
      plays.show([page('a')])
      await advance(10)
      plays.show([page('b')])
      await advance(10)
      const at = clock.monotonic()
      clock.adopt([{ serverTime: clock.now() + by, sentAt: at, receivedAt: at }])
      plays.show([page('c')])
      await advance(120)
      plays.show([])
      await advance(120)
      expect(told().map(({ pageId, from, to }) => [pageId, from - START - by, to - START - by])).toEqual([
        ['a', 0, 10_000],
        ['b', 10_000, 20_000],
        ['c', 20_000, 140_000],
      ])
      plays.close()
    },
  )

  it('survives outages and restarts, with the real times', async () => {
    const { server, book, told, writes } = setUp()
    server.down = true
    const first = book()
    for (let n = 0; n < 120; n++) {
      first.show([page(`p${n}`)])
      await advance(10)
    }
    first.show([])
    await advance(900)
    first.close()
    // Over an hour without network writes little to the disk.
    expect(writes.reduce((sum, each) => sum + each, 0)).toBeLessThan(400_000)
    const second = book()
    server.down = false
    await advance(1800)
    expect(told()).toHaveLength(120)
    for (const [n, { pageId, from, to }] of told().entries())
      expect([pageId, from - START, to - from]).toEqual([`p${n}`, n * 10_000, 10_000])
    second.close()
    const third = book()
    const { calls } = server
    await advance(300)
    expect(server.calls).toBe(calls)
    third.close()
  })

  it('drops plays that the server keeps refusing', async () => {
    const { server, book, told, problems } = setUp()
    server.refuses = true
    const plays = book()
    plays.show([page('bad')])
    await advance(5)
    plays.show([])
    await advance(100)
    server.refuses = false
    plays.show([page('good')])
    await advance(5)
    plays.show([])
    await advance(1300)
    expect(told().map(({ pageId }) => pageId)).toEqual(['good'])
    expect(problems.length).toBeGreaterThan(0)
    plays.close()
  })
})

it('PLAY-24 PLAY-25 thirty days without network are bounded: the oldest are dropped, the rest is sent once, little is written', async () => {
  const [STEP_SECONDS, ZONES] = [240, 9]
  const STEPS = (30 * 86_400) / STEP_SECONDS
  const { state, server, book, told, writes, problems } = setUp()
  server.down = true
  let shown = 0
  /** A page with media in nine zones, every four minutes. */
  const play = async (plays: PlayBook, steps: number) => {
    for (let step = 0; step < steps; step++) {
      const name = String(shown++)
      const zones = Array.from({ length: ZONES }, (_, zone) => ({
        ...page(name),
        key: `${name} ${zone}`,
        kind: 'media' as const,
        mediaId: 'm',
      }))
      plays.show([page(name), ...zones])
      await advance(STEP_SECONDS)
    }
    plays.show([])
    await advance(1200)
    plays.close()
  }
  await play(book(), STEPS / 2)
  await play(book(), STEPS / 2)
  const hours = 30 * 24
  expect(writes.reduce((sum, each) => sum + each, 0) / hours).toBeLessThan(200_000)

  server.down = false
  // The server stores the first ones, but its response is lost.
  server.forgetsToAnswer = true
  const last = book()
  await advance(1800)
  expect(told()).toHaveLength(QUEUE_MAX)
  const dropped = problems.map((problem) => Number(/^(\d+) plays were dropped/.exec(problem)?.[1] ?? 0))
  expect(dropped.reduce((sum, each) => sum + each, 0)).toBe((1 + ZONES) * STEPS - QUEUE_MAX)
  expect(told()[0]?.pageId).toBe(String(STEPS - QUEUE_MAX / (1 + ZONES)))
  expect(told().every(({ from, to }) => to - from === STEP_SECONDS * 1000)).toBe(true)
  expect(await state.get('plays')).toBeUndefined()
  last.close()
}, 120_000)

describe('the queue of plays', () => {
  const play = (n: number): ReportedPlay => ({
    id: `play-${String(n).padStart(8, '0')}`,
    kind: 'page',
    storyboardId: 's',
    pageId: 'p',
    mediaId: null,
    name: '',
    from: n,
    to: n + 1,
  })

  it('equals the stored state after a restart, whatever was added and acknowledged', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ do: fc.constant('add' as const), count: fc.integer({ min: 1, max: 250 }) }),
        fc.record({ do: fc.constant('take' as const), count: fc.integer({ min: 1, max: 250 }) }),
        fc.record({ do: fc.constant('restart' as const), count: fc.constant(0) }),
      ),
      { maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const state = memoryState()
        let queue = new PlayQueue(state)
        let expected: number[] = []
        let made = 0
        for (const step of all) {
          if (step.do === 'add')
            for (let n = 0; n < step.count; n++) {
              queue.add(play(made))
              expected.push(made++)
            }
          if (step.do === 'take') {
            const count = Math.min(step.count, queue.length)
            queue.take(count)
            expected = expected.slice(count)
          }
          await queue.store()
          if (step.do === 'restart') {
            queue = new PlayQueue(state)
            await queue.open()
          }
          expect(queue.peek(1e9).map(({ from }) => from)).toEqual(expected)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is bounded: the oldest are dropped and counted', () => {
    const queue = new PlayQueue(memoryState())
    for (let n = 0; n < QUEUE_MAX + 7; n++) queue.add(play(n))
    expect([queue.length, queue.dropped, queue.peek(1)[0]?.from]).toEqual([QUEUE_MAX - 93, 100, 100])
  })
})
