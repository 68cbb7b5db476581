import { expect, test } from 'vitest'
import { AppError } from '#lib/errors.ts'
import { HASH_LIMITS, HashQueue } from './hash-queue.ts'
import { DECOY, hashPassword, OPERATOR } from './passwords.ts'

/** A queue whose work ends when told, and the order in which it was done. */
function busyQueue() {
  const queue = new HashQueue()
  const done: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = queue.run({ owner: 'first', known: false }, () => gate)
  const add = (name: string, owner: string, known: boolean) =>
    queue.run({ owner, known }, async () => void done.push(name))
  const finish = () => {
    release()
    return first
  }
  return { queue, done, add, finish }
}

test('600 unknown callers are bounded, refused without waiting, and served after a known one', async () => {
  const { queue, done, add, finish } = busyQueue()
  const refusals: AppError[] = []
  const all = Array.from({ length: 600 }, (_, n) =>
    add(`guess ${n}`, `address ${n}`, false).catch((error) => void refusals.push(error)),
  )
  await Promise.resolve()
  const known = add('known', 'office', true)
  await new Promise(setImmediate)
  expect(refusals).toHaveLength(600 - HASH_LIMITS.unknown.total)
  expect(new Set(refusals.map(({ errKey, retryAfter }) => `${errKey} ${retryAfter}`))).toEqual(
    new Set(['UNAVAILABLE 2']),
  )
  expect(queue.size).toBe(HASH_LIMITS.unknown.total + 1)
  await finish()
  await Promise.all([...all, known])
  expect(done[0]).toBe('known')
  expect(done).toHaveLength(HASH_LIMITS.unknown.total + 1)
  expect(queue.size).toBe(0)
})

test.each([true, false])(
  'one owner gets a share only and one turn in each round (known: %s)',
  async (known) => {
    const { done, add, finish } = busyQueue()
    const limit = HASH_LIMITS[known ? 'known' : 'unknown'].perOwner
    const greedy = Array.from({ length: limit + 5 }, (_, n) =>
      add(`greedy ${n}`, 'greedy', known).catch((error: AppError) => error.errKey),
    )
    const modest = add('modest', 'modest', known)
    await finish()
    expect((await Promise.all(greedy)).filter((error) => error === 'TOO_MANY_REQUESTS')).toHaveLength(5)
    await modest
    expect(done.slice(0, 2)).toEqual(['greedy 0', 'modest'])
  },
)

test('addresses that fill the queue of strangers give way to another', async () => {
  const { queue, done, add, finish } = busyQueue()
  const refused: string[] = []
  const attack = Array.from({ length: 64 }, (_, n) =>
    add(`guess ${n}`, `address ${n % 3}`, false).catch((error: AppError) => void refused.push(error.errKey)),
  )
  const victims = Array.from({ length: 10 }, (_, n) => add(`victim ${n}`, 'another', false))
  expect(queue.size).toBe(64)
  await finish()
  await Promise.all([...attack, ...victims])
  expect(refused).toEqual(Array(10).fill('UNAVAILABLE'))
  expect(done.filter((name) => name.startsWith('victim'))).toHaveLength(10)
})

test('work that fails lets the next one start', async () => {
  const queue = new HashQueue()
  const caller = { owner: 'a', known: true }
  const failing = queue.run(caller, () => Promise.reject(new AppError('INTERNAL', 'broken')))
  const next = queue.run(caller, async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('an unknown account is compared with a hash of the same parameters as real ones', async () => {
  const real = await hashPassword('correct horse battery staple 7', OPERATOR)
  const parametersOf = (hash: string) => hash.split('$').slice(0, 4)
  expect(parametersOf(DECOY)).toEqual(parametersOf(real))
  expect(DECOY.length).toBe(real.length)
})
