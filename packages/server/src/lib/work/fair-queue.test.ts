import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairPlaces, FairQueue } from './fair-queue.ts'

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

it('whatever was added and not refused starts once, in the order of its owner, and owners take turns', () => {
  const step = fc.constantFrom('a', 'a', 'b', 'next', 'next', 'ended')
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 80 }), (steps) => {
      const queue = new FairQueue<string>({ runningEach: 2, waitingEach: 5, waiting: 9 })
      const waiting = new Map<string, string[]>()
      const running: string[] = []
      const next = () => {
        const ready = [...waiting].filter(
          ([owner, work]) => work.length > 0 && running.filter((each) => each === owner).length < 2,
        )
        expect(queue.hasNext).toBe(ready.length > 0)
        const taken = queue.next()
        expect(taken === undefined).toBe(ready.length === 0)
        if (!taken) return
        expect(taken.work).toBe(waiting.get(taken.owner)?.shift())
        running.push(taken.owner)
      }
      for (const [n, each] of steps.entries()) {
        if (each === 'next') next()
        else if (each === 'ended') {
          const owner = running.shift()
          if (owner) queue.ended(owner)
        } else {
          const work = `${each} ${n}`
          waiting.set(each, [...(waiting.get(each) ?? []), work])
          const refused = queue.add(each, work)
          for (const own of waiting.values()) if (refused && own.at(-1) === refused) own.pop()
        }
        expect(queue.size).toBe([...waiting.values()].flat().length)
        expect(queue.size).toBeLessThanOrEqual(9)
        for (const own of waiting.values()) expect(own.length).toBeLessThanOrEqual(5)
      }
      for (const owner of running.splice(0)) queue.ended(owner)
      while (queue.size > 0) {
        next()
        for (const owner of running.splice(0)) queue.ended(owner)
      }
      expect(queue.clear()).toEqual([])
    }),
  )
})

it('places are given to everyone who waits, and to no more at a time', async () => {
  const places = new FairPlaces({
    places: 2,
    runningEach: 1,
    waitingEach: 9,
    waiting: 9,
    refusal: () => new Error() as never,
  })
  const done: string[] = []
  const work = async (owner: string) => {
    const end = await places.take(owner)
    expect(places.used).toBeLessThanOrEqual(2)
    await Promise.resolve()
    done.push(owner)
    end()
  }
  await Promise.all(['a', 'a', 'a', 'b', 'a', 'c'].map(work))
  expect([done.join(''), places.used]).toEqual(['abacaa', 0])
})

it('the people of an organization share its places, and those of the one with the most give way', () => {
  const queue = new FairQueue<string>({ runningEach: 1, waitingEach: 2, waiting: 4 })
  const person = (userId: string, organizationId: string) => ({ userId, organizationId })
  for (const n of [1, 2, 3]) expect(queue.add(person(`${n}`, 'many'), `many ${n}`)).toBeUndefined()
  expect(queue.add(person('a', 'few'), 'few a')).toBeUndefined()
  expect(queue.add(person('b', 'few'), 'few b')).toBe('many 1')
  expect(queue.size).toBe(4)
  expect([queue.next(), queue.next(), queue.next()]).toEqual([
    { owner: 'many', work: 'many 2' },
    { owner: 'few', work: 'few a' },
    undefined,
  ])
  queue.ended('few')
  expect(queue.next()).toEqual({ owner: 'few', work: 'few b' })
  expect(queue.removeOldest((work) => work === 'many 3')).toEqual(['many 3'])
  expect([queue.size, queue.hasNext]).toEqual([0, false])
})
