import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Admission } from './admission.ts'

beforeEach(() => {
  // Turns of the event loop are real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A person of an own organization, or of the given one. */
const callerOf = (userId: string, organizationId = userId) => ({ userId, organizationId })

/** Lets the event loop turn so many times. */
async function turns(count: number) {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve))
}

/** Fills every place with work that ends when told to. */
async function full(admission: Admission) {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  for (let n = 0; n < 48; n++) void admission.run(callerOf(`someone ${n}`), work)
  await turns(50)
  expect(admission.state).toEqual({ running: 48, waiting: 0 })
  return ends
}

it('a call that waits longer than a second is refused with the time to wait', async () => {
  const admission = new Admission(1000)
  await full(admission)
  const call = admission.run(callerOf('late'), async () => 'never')
  const refused = expect(call).rejects.toMatchObject({
    errKey: 'UNAVAILABLE',
    retryAfter: expect.toSatisfy((seconds: number) => seconds >= 2 && seconds <= 6),
  })
  await vi.advanceTimersByTimeAsync(900)
  expect(admission.state.waiting).toBe(1)
  await vi.advanceTimersByTimeAsync(300)
  await refused
  expect(admission.state).toEqual({ running: 48, waiting: 0 })
})

it('at most a thousand calls wait, 68 per person, and the others are refused immediately', async () => {
  const admission = new Admission(1000)
  await full(admission)
  const outcomes: string[] = []
  const call = (person: string) =>
    admission
      .run(callerOf(person), async () => 'done')
      .then(
        () => outcomes.push('done'),
        () => outcomes.push('refused'),
      )
  for (let n = 0; n < 78; n++) void call('greedy')
  await vi.advanceTimersByTimeAsync(1)
  expect([outcomes.length, admission.state.waiting]).toEqual([10, 68])
  for (let n = 0; n < 1200; n++) void call(`person ${n}`)
  await vi.advanceTimersByTimeAsync(1)
  expect([outcomes.length, admission.state.waiting]).toEqual([278, 1000])
  expect(new Set(outcomes)).toEqual(new Set(['refused']))
})

it('the newest calls of organizations with the most give way to others', async () => {
  const admission = new Admission(1000)
  const ends = await full(admission)
  const outcomes = { attacker: 0, victim: 0 }
  const call = (who: 'attacker' | 'victim', person: string, organization: string) =>
    admission.run(callerOf(person, organization), async () => undefined).catch(() => void outcomes[who]++)
  for (let n = 0; n < 1000; n++) void call('attacker', `person ${n}`, `organization ${n % 3}`)
  for (let n = 0; n < 68; n++) void call('victim', 'victim', 'victims')
  await vi.advanceTimersByTimeAsync(1)
  expect(admission.state.waiting).toBe(1000)
  expect(outcomes).toEqual({ attacker: 68, victim: 0 })
  for (const end of ends) end()
  await turns(300)
  expect(outcomes).toEqual({ attacker: 68, victim: 0 })
})

it('people take turns: one with many calls delays no one with one', async () => {
  const admission = new Admission(1000)
  const ends = await full(admission)
  const order: string[] = []
  const call = (person: string) => admission.run(callerOf(person), async () => void order.push(person))
  const calls = [...Array.from({ length: 20 }, () => call('greedy')), call('modest')]
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(calls)
  expect(order.indexOf('modest')).toBe(1)
  expect(order).toHaveLength(21)
})

it('an organization leaves places for others, however many people it has', async () => {
  const admission = new Admission(1000)
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  for (let n = 0; n < 60; n++) void admission.run(callerOf(`one of ${n}`, 'many'), work)
  await turns(50)
  expect(admission.state).toEqual({ running: 32, waiting: 28 })
  expect(await admission.run(callerOf('other'), async () => 'done')).toBe('done')
  ends[0]?.()
  await turns(5)
  expect(admission.state).toEqual({ running: 32, waiting: 27 })
})

it('work that fails gives its place back', async () => {
  const admission = new Admission(1000)
  await expect(admission.run(callerOf('a'), async () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  expect(admission.state).toEqual({ running: 0, waiting: 0 })
})

it('a few calls start per turn of the event loop, to let everything that has arrived be read', async () => {
  const admission = new Admission(1000)
  let done = 0
  const calls = Array.from({ length: 20 }, (_, n) =>
    admission.run(callerOf(`person ${n}`), async () => void done++),
  )
  expect(admission.state).toEqual({ running: 1, waiting: 19 })
  await turns(1)
  expect(done).toBeLessThanOrEqual(9)
  await turns(5)
  expect(done).toBe(20)
  await Promise.all(calls)
  expect(admission.state).toEqual({ running: 0, waiting: 0 })
})
