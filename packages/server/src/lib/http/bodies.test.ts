import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Route } from '@vitrine/contract/route'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('uploads', () => {
  /** An upload of which only the head has arrived. */
  function upload(ip: string) {
    const socket = Object.assign(new EventEmitter(), { bytesRead: 0, destroy: vi.fn() })
    const raw = Object.assign(new EventEmitter(), { socket, complete: false, readableLength: 0 })
    const request = {
      ip,
      raw,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      method: 'POST',
    }
    return { socket, raw, request: request as unknown as FastifyRequest }
  }
  const route = { upload: 'multipart' } as Route
  const person = (userId: string, organizationId = userId) => ({ userId, organizationId })

  it('a sender that stalls is disconnected after a minute, and one that is slow but steady is not', async () => {
    const bodies = new Bodies()
    const [stalled, steady, held] = [upload('192.0.2.1'), upload('192.0.2.2'), upload('192.0.2.3')]
    for (const { request } of [stalled, steady, held]) bodies.admit(route, request, null, undefined)
    // Data in our buffer is waiting for us.
    held.raw.readableLength = 1
    for (let second = 0; second < 130; second++) {
      steady.socket.bytesRead += 1100
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(stalled.socket.destroy).toHaveBeenCalled()
    expect(steady.socket.destroy).not.toHaveBeenCalled()
    expect(held.socket.destroy).not.toHaveBeenCalled()
  })

  it('are bounded by address, organization, person and in all, and make room when they end', () => {
    // A request that was answered before its body was read has no end; its connection does.
    const most = (next: (n: number) => [string, ReturnType<typeof person> | undefined]) => {
      const bodies = new Bodies()
      const open: ReturnType<typeof upload>[] = []
      const refusal = () => {
        const [ip, sender] = next(open.length)
        const one = upload(ip)
        try {
          bodies.admit(route, one.request, null, sender)
        } catch (error) {
          return error
        }
        open.push(one)
        return undefined
      }
      let error: unknown
      while (!error) error = refusal()
      expect(error).toMatchObject({ errKey: 'UNAVAILABLE', retryAfter: expect.any(Number) })
      open.shift()?.raw.emit('close')
      expect(refusal()).toBeUndefined()
      open.shift()?.socket.emit('close')
      expect(refusal()).toBeUndefined()
      return open.length
    }
    const address = (n: number) => `10.0.${Math.floor(n / 256)}.${n % 256}`
    expect(most(() => ['192.0.2.1', undefined])).toBe(300)
    // Others at the address keep no one out.
    expect(most((n) => ['192.0.2.1', person(`p${n}`)])).toBe(1000)
    expect(most((n) => [address(n), person(`p${n}`, 'one')])).toBe(200)
    expect(most((n) => [address(n), person('p')])).toBe(60)
    expect(most((n) => [address(n), person(`p${n}`)])).toBe(1000)
  })

  it('of those with the most give way to others, the newest first', () => {
    const bodies = new Bodies()
    const admit = (sender: ReturnType<typeof person>) => {
      const one = upload('192.0.2.1')
      bodies.admit(route, one.request, null, sender)
      return one
    }
    // Five organizations of four people, each with fifty.
    const theirs = Array.from({ length: 1000 }, (_, n) => admit(person(`p${n % 20}`, `attackers ${n % 5}`)))
    expect(() => admit(person('p0', 'attackers 0'))).toThrow('busy')
    const own = Array.from({ length: 60 }, () => admit(person('victim')))
    expect(bodies.state.files).toBe(1000)
    expect(own.filter(({ socket }) => socket.destroy.mock.calls.length > 0)).toEqual([])
    const stopped = theirs.map(({ socket }) => socket.destroy.mock.calls.length > 0)
    expect(stopped.lastIndexOf(false)).toBeLessThan(stopped.indexOf(true))
  })

  it('of a person give way to colleagues', () => {
    const bodies = new Bodies()
    const admit = (userId: string) =>
      bodies.admit(route, upload('192.0.2.1').request, null, person(userId, 'one'))
    for (let n = 0; n < 200; n++) admit(`p${n % 4}`)
    for (let n = 0; n < 40; n++) admit('colleague')
    expect(() => admit('colleague')).toThrow('busy')
    expect(bodies.state.files).toBe(200)
  })
})
