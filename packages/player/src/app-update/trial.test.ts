import { expect, it } from 'vitest'
import {
  allowShell,
  confirmShell,
  giveUpShell,
  markShell,
  NO_SHELLS,
  type ShellState,
  startOrder,
  startShell,
  stateIn,
} from './trial.ts'

/** The versions that consecutive starts get. */
function starts(state: ShellState, newest: string, count: number): string[] {
  const given: string[] = []
  for (let now = state; given.length < count; ) {
    const start = startShell(now, newest)
    given.push(start.version)
    now = start.state
  }
  return given
}

it('serves the only version, however often it starts', () => {
  expect(starts(NO_SHELLS, 'a', 5)).toEqual(['a', 'a', 'a', 'a', 'a'])
})

it('serves the version that confirmed itself', () => {
  expect(starts({ good: 'a', trial: null }, 'a', 4)).toEqual(['a', 'a', 'a', 'a'])
})

it('gives a new version two starts, then rolls back for good', () => {
  expect(starts({ good: 'a', trial: null }, 'b', 5)).toEqual(['b', 'b', 'a', 'a', 'a'])
})

it('gives a still newer version its own starts', () => {
  expect(starts({ good: 'a', trial: { version: 'b', starts: 2 } }, 'c', 3)).toEqual(['c', 'c', 'a'])
})

it('keeps serving a version that asks the server, until the server permits the newer one', () => {
  const waiting: ShellState = { good: 'a', trial: null, asks: true }
  expect(starts(waiting, 'b', 3)).toEqual(['a', 'a', 'a'])
  expect(starts(allowShell(waiting, 'b'), 'b', 4)).toEqual(['b', 'b', 'a', 'a'])
  // The server permitted another version.
  expect(starts(allowShell(waiting, 'b'), 'c', 1)).toEqual(['a'])
})

it('replaces a version that restarts over and over without running long enough to ask', () => {
  expect(starts({ good: 'a', trial: null, asks: true }, 'b', 7)).toEqual([...'aaaaabb'])
})

it('rolls back, until the server permits the newer version again', () => {
  const running = confirmShell({ good: 'a', trial: null, asks: true }, 'b', true)
  const back = giveUpShell(running, 'b')
  expect(back && starts(back, 'b', 3)).toEqual(['a', 'a', 'a'])
  expect(back && starts(allowShell(back, 'b'), 'b', 1)).toEqual(['b'])
  expect(back && starts(allowShell(back, 'c'), 'c', 1)).toEqual(['c'])
})

it('stays without an earlier version', () => {
  expect(giveUpShell({ good: 'b', trial: null }, 'b')).toBeUndefined()
})

it('starts another stored version while the files of one are damaged', () => {
  const both: ShellState = { good: 'b', trial: null, previous: 'a' }
  expect(startOrder(both, 'b', 'b')).toEqual(['b', 'a'])
  const damaged = markShell(both, 'b', ['/x.js'])
  expect(startOrder(damaged, 'b', 'b')).toEqual(['a', 'b'])
  expect(startOrder(markShell(damaged, 'a', ['/y.js']), 'b', 'b')).toEqual(['b', 'a'])
  expect(startOrder(markShell(damaged, 'b', []), 'b', 'b')).toEqual(['b', 'a'])
  expect(startOrder(markShell(NO_SHELLS, 'b', ['/x.js']), 'b', 'b')).toEqual(['b'])
  expect(markShell(damaged, 'b', ['/x.js'])).toBe(damaged)
})

it.each(['null', '7', '"x"', '{}', '{"good":7}', '[]'])('starts over from the state %s', (text) => {
  expect(stateIn(text)).toEqual(NO_SHELLS)
})

it('reads its state', () => {
  const state = markShell({ good: 'b', trial: null, previous: 'a', asks: true }, 'b', ['/x.js'])
  expect(stateIn(JSON.stringify(state))).toEqual(state)
})
