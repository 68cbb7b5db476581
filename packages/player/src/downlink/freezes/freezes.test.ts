import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Freezes } from './freezes.ts'

const MINUTE = 60_000
let kept: string | null
const storage = {
  getItem: () => kept,
  setItem: (_key: string, text: string) => {
    kept = text
  },
}
const start = () => new Freezes({ storage, now: Date.now })

beforeEach(() => {
  kept = null
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

it('skips a frame that was about to show when the player froze, and longer the second time', () => {
  start().start('a', 'Busy')
  const second = start()
  expect(second.found).toEqual(['"Busy" froze the player: it is skipped for now'])
  expect([second.isOut('a'), second.isOut('b')]).toEqual([true, false])
  // A restart in between changes nothing.
  expect([start().found, start().isOut('a')]).toEqual([[], true])
  vi.advanceTimersByTime(10 * MINUTE)
  const third = start()
  expect(third.isOut('a')).toBe(false)
  third.start('a', 'Busy').loaded()
  vi.advanceTimersByTime(9000)
  const fourth = start()
  expect(fourth.isOut('a')).toBe(true)
  vi.advanceTimersByTime(23 * 60 * MINUTE)
  expect(fourth.isOut('a')).toBe(true)
  vi.advanceTimersByTime(61 * MINUTE)
  expect(fourth.isOut('a')).toBe(false)
})

it('trusts a frame that runs, ends, or unloads in good order', () => {
  const first = start()
  first.start('a', 'Runs').loaded()
  vi.advanceTimersByTime(10_000)
  first.start('b', 'Ends').end()
  expect(start().found).toEqual([])
  first.start('c', 'Unloads')
  first.clear()
  expect(start().found).toEqual([])
})

it('forgets an earlier freeze of a frame that runs', () => {
  start().start('a', 'A power cut')
  const second = start()
  second.start('a', 'A power cut').loaded()
  vi.advanceTimersByTime(10_000)
  expect(start().isOut('a')).toBe(false)
  start().start('a', 'Another one')
  const last = start()
  vi.advanceTimersByTime(10 * MINUTE)
  expect(last.isOut('a')).toBe(false)
})

it('tries several suspects one at a time, in order', () => {
  const first = start()
  first.start('a', 'A')
  first.start('b', 'B')
  const second = start()
  vi.advanceTimersByTime(11 * MINUTE)
  expect([second.isOut('a'), second.isOut('b')]).toEqual([false, true])
  vi.advanceTimersByTime(MINUTE)
  expect(second.isOut('b')).toBe(false)
})

it('survives a clock that was set back, damaged storage, and none', () => {
  start().start('a', 'A')
  const second = start()
  vi.setSystemTime(Date.now() - 365 * 24 * 60 * MINUTE)
  expect(second.isOut('a')).toBe(false)
  for (const text of ['', '\0', '{}', '7', '{"starting":1}']) {
    kept = text
    expect(start().isOut('a')).toBe(false)
  }
  const without = new Freezes({ storage: undefined, now: Date.now })
  without.start('a', 'A').end()
  expect(without.isOut('a')).toBe(false)
})

it('skips it until the last millisecond', () => {
  start().start('a', 'Busy')
  const second = start()
  vi.advanceTimersByTime(10 * MINUTE - 1)
  expect(second.isOut('a')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(second.isOut('a')).toBe(false)
})

/** A start in which a frame has run for some time, and the player then ends without notice. */
const endAfter = (runs: number, pause = MINUTE) => {
  start().start('a', 'Later').loaded()
  vi.advanceTimersByTime(runs)
  const now = Date.now()
  vi.clearAllTimers()
  // Clearing them also sets the clock back.
  vi.setSystemTime(now + pause)
}

it.each([
  ['after eleven seconds', 11_000],
  ['after 59 minutes', 59 * MINUTE],
])('skips a frame that froze the player twice %s', (_name, runs) => {
  endAfter(runs)
  const second = start()
  // Once may be a power cut.
  expect([second.found, second.isOut('a')]).toEqual([[], false])
  endAfter(runs)
  const third = start()
  expect(third.found).toEqual(['"Later" froze the player: it is skipped for now'])
  expect(third.isOut('a')).toBe(true)
  vi.advanceTimersByTime(10 * MINUTE)
  expect(third.isOut('a')).toBe(false)
  endAfter(runs)
  const fourth = start()
  vi.advanceTimersByTime(20 * 60 * MINUTE)
  expect(fourth.isOut('a')).toBe(true)
})

it.each<[string, () => void]>([
  ['that run an hour', () => endAfter(61 * MINUTE)],
  ['whose screen loses its power every night', () => endAfter(MINUTE, 7 * 60 * MINUTE)],
  [
    'that end in good order',
    () => {
      const { loaded, end } = start().start('a', 'Later')
      loaded()
      vi.advanceTimersByTime(MINUTE)
      end()
    },
  ],
  [
    'that unload in good order',
    () => {
      const freezes = start()
      freezes.start('a', 'Later').loaded()
      vi.advanceTimersByTime(MINUTE)
      freezes.clear()
    },
  ],
])('never skips frames %s', (_name, happens) => {
  for (let time = 0; time < 4; time++) {
    happens()
    expect([start().found, start().isOut('a')]).toEqual([[], false])
  }
})

it('reads what an earlier player has kept', () => {
  kept = JSON.stringify({ starting: [['a', 'Busy']], frozen: {} })
  expect(start().isOut('a')).toBe(true)
})
