import { expect, it } from 'vitest'
import { NO_SHELLS, type ShellState, startShell } from './shell-trial.ts'

/** The versions that so many starts in a row are given. */
function starts(state: ShellState, newest: string, count: number): string[] {
  const given: string[] = []
  for (let now = state; given.length < count; ) {
    const start = startShell(now, newest)
    given.push(start.version)
    now = start.state
  }
  return given
}

it('serves the only version there is, however often it starts', () => {
  expect(starts(NO_SHELLS, 'a', 5)).toEqual(['a', 'a', 'a', 'a', 'a'])
})

it('serves the version that said it runs', () => {
  expect(starts({ good: 'a', trial: null }, 'a', 4)).toEqual(['a', 'a', 'a', 'a'])
})

it('gives a new version two starts, then goes back for good', () => {
  expect(starts({ good: 'a', trial: null }, 'b', 5)).toEqual(['b', 'b', 'a', 'a', 'a'])
})

it('gives a still newer version its own starts', () => {
  expect(starts({ good: 'a', trial: { version: 'b', starts: 2 } }, 'c', 3)).toEqual(['c', 'c', 'a'])
})
