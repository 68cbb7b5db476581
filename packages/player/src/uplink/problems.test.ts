import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Clock } from '#lib/time/clock.ts'
import { Problems } from './problems.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('PLAY-25 problems of thirty days without network are bounded, and rare ones are still included', () => {
  const problems = new Problems(new Clock())
  problems.report('Skipped page "Lunch": not ready in time')
  for (let minute = 0; minute < 30 * 24 * 60; minute++) {
    vi.advanceTimersByTime(60_000)
    problems.report('Manifest: No answer')
    problems.report('Plays: No answer')
  }
  expect(problems.waiting().map(({ text }) => text)).toEqual([
    'Skipped page "Lunch": not ready in time',
    'Manifest: No answer',
    'Plays: No answer',
  ])
  for (let n = 0; n < 1000; n++) problems.report(`problem ${n}`)
  const waiting = problems.waiting()
  expect([waiting.length, waiting.at(-1)?.text]).toEqual([50, 'problem 999'])
  // Reported once: acknowledged problems aren't sent again, newer ones are.
  problems.report('late')
  problems.sent(waiting)
  expect(problems.waiting().map(({ text }) => text)).toEqual(['late'])
  expect(problems.recent).toHaveLength(20)
})
