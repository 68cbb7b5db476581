import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Bodies } from './bodies.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a body that dribbles is refused after 10 s and 1 s for every 10 kB that its route takes', async () => {
  const bodies = new Bodies()
  const reading = bodies.read(new PassThrough(), '192.0.2.1', 32 * 1024)
  const refused = expect(reading).rejects.toMatchObject({ errKey: 'BODY_TIMEOUT' })
  await vi.advanceTimersByTimeAsync(13_000)
  expect(bodies.state.open).toBe(1)
  await vi.advanceTimersByTimeAsync(500)
  await refused
  expect(bodies.state).toMatchObject({ open: 0, bytes: 0 })
})

it('a connection that breaks gives back its room', async () => {
  const bodies = new Bodies()
  const line = new PassThrough()
  const reading = bodies.read(line, '192.0.2.1', 1000)
  const refused = expect(reading).rejects.toMatchObject({ errKey: 'INVALID' })
  line.write('{"a":')
  await vi.advanceTimersByTimeAsync(1)
  expect(bodies.state).toMatchObject({ open: 1, bytes: 5 })
  line.destroy(new Error('reset'))
  await refused
  expect(bodies.state).toMatchObject({ open: 0, bytes: 0 })
})

it('with too many bodies in all, the address with the most of them loses its oldest', async () => {
  const bodies = new Bodies()
  const read = (address: string) => {
    const end = { state: 'open' }
    bodies.read(new PassThrough(), address, 1000).catch((error: { errKey: string }) => {
      end.state = error.errKey
    })
    return end
  }
  const honest = read('198.51.100.1')
  const slow = Array.from({ length: 2000 }, (_, n) => read(`192.0.2.${n % 5}`))
  await vi.advanceTimersByTimeAsync(1)
  expect(bodies.state.open).toBe(2000)
  expect(honest.state).toBe('open')
  expect(slow.filter(({ state }) => state === 'UNAVAILABLE')).toHaveLength(1)
})
