import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const LIMITS = { runningEach: 1, waitingEach: 100, waiting: 1000 }

/** A queue that so many owners filled together. */
function filled(owners: number) {
  const queue = new FairQueue<string>(LIMITS)
  for (let n = 0; n < LIMITS.waiting; n++) queue.add(`attacker ${n % owners}`, `attack ${n}`)
  return queue
}

it.each([10, 500])('owners with less find room in a queue that %i others filled', (owners) => {
  const queue = filled(owners)
  expect(queue.add('victim', 'work')).toMatch('attack')
  expect(queue.size).toBe(LIMITS.waiting)
  expect(queue.add('attacker 1', 'one more')).toMatch(/attack|one more/)
  const started: string[] = []
  for (let next = queue.next(); next; next = queue.next()) started.push(next.work)
  expect(started).toContain('work')
})

it('the owner with the most loses the newest, and the caller if no one has more', () => {
  const queue = filled(10)
  expect(queue.add('attacker 0', 'one more')).toBe('one more')
  expect(queue.add('victim', 'work')).toMatch(/^attack 99\d$/)
  const many = filled(1000)
  expect(many.add('victim', 'work')).toBe('work')
  expect(many.size).toBe(LIMITS.waiting)
})
