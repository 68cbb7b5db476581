import { expect, it, vi } from 'vitest'
import { batched } from './batched.ts'

const rows = (ids: readonly string[]) => ids.filter((id) => id !== 'gone').map((id) => ({ id }))

it('combines simultaneous requests into one call, without duplicates', async () => {
  const load = vi.fn(async (ids: readonly string[]) => rows(ids))
  const one = batched(load)
  expect(await Promise.all(['a', 'b', 'a', 'gone'].map(one))).toEqual([
    { id: 'a' },
    { id: 'b' },
    { id: 'a' },
    null,
  ])
  expect(load.mock.calls).toEqual([[['a', 'b', 'gone']]])
  expect(await one('a')).toEqual({ id: 'a' })
  expect(load).toHaveBeenCalledTimes(2)
})

it('splits requests beyond the limit per call', async () => {
  const load = vi.fn(async (ids: readonly string[]) => rows(ids))
  const one = batched(load, 2)
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(one))
  expect(load.mock.calls).toEqual([[['a', 'b']], [['c', 'd']], [['e']]])
})

it('a failed call rejects only its own requests', async () => {
  const load = vi.fn(async (ids: readonly string[]) => rows(ids)).mockRejectedValueOnce(new Error('away'))
  const one = batched(load)
  const failed = await Promise.allSettled(['a', 'b'].map(one))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await one('a')).toEqual({ id: 'a' })
})
