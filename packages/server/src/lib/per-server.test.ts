import { expect, it } from 'vitest'
import { perServer } from '#lib/per-server.ts'

it('two servers of a process share nothing, and one server keeps its value', () => {
  const countOn = perServer((_settings: object) => new Map<string, number>())
  const [one, other] = [{}, {}]
  countOn(one).set('address', 300)
  expect(countOn(one).get('address')).toBe(300)
  expect(countOn(other).get('address')).toBeUndefined()
})
