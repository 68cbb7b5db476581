import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection } from '#downlink/connection.ts'
import type { Parts } from '#downlink/parts.ts'
import { ApiError } from '#lib/api.ts'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection to a simulated network. */
function connect({
  stream,
  manifest = async () => undefined,
  onTime = () => undefined,
}: {
  stream: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  manifest?: () => Promise<undefined>
  onTime?: () => void
}) {
  const asked: number[] = []
  const opened: number[] = []
  const connection = new Connection({
    api: {
      manifest: () => {
        asked.push(Date.now())
        return manifest()
      },
      stream: (signal) => {
        opened.push(Date.now())
        return stream(signal)
      },
    },
    library: { latest: new Signal<Parts>({}), offer: () => 'known' },
    clock: new Clock(),
    report: () => undefined,
    onCommand: () => undefined,
    onSource: () => {},
    onTime,
    onUnpaired: () => expect.unreachable('it was never told so'),
  })
  return { connection, asked, opened }
}
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

/** A dead connection: neither data nor an error. */
const silentLine = (signal: AbortSignal) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => signal.addEventListener('abort', () => controller.error(new Error('aborted'))),
  })

describe('the event stream', () => {
  it('PLAY-17 is reopened within 45 seconds after it fell silent', async () => {
    const { connection, opened } = connect({ stream: async (signal) => silentLine(signal) })
    await advance(1)
    expect(connection.connected.get()).toBe(true)
    await advance(44)
    expect(opened.length).toBeGreaterThan(1)
    connection.close()
  })

  it('is reopened within three seconds after the network returned, however long it was away', async () => {
    let away = true
    const { connection, opened } = connect({
      stream: async (signal) => {
        if (away) throw new TypeError('Failed to fetch')
        return silentLine(signal)
      },
    })
    await advance(3600)
    const tries = opened.length
    away = false
    connection.wake()
    await advance(3)
    expect(opened.length).toBe(tries + 1)
    expect(connection.connected.get()).toBe(true)
    connection.close()
  })

  it.each([0, 502])(
    'of a server that restarts is tried every second for half a minute (%i)',
    async (status) => {
      const { connection, opened } = connect({
        stream: async () => {
          throw new ApiError('No answer', status)
        },
      })
      await advance(30)
      const tries = opened.length
      for (let n = 1; n < tries; n++)
        expect((opened[n] ?? 0) - (opened[n - 1] ?? 0)).toBeLessThanOrEqual(1000)
      expect(tries).toBeGreaterThan(30)
      await advance(600)
      expect(opened.length - tries).toBeLessThan(60)
      expect(opened.length - tries).toBeGreaterThan(10)
      connection.close()
    },
  )

  it('PLAY-18 of a server that responds with errors backs off from the start', async () => {
    const { connection, opened } = connect({
      stream: async () => {
        throw new ApiError('Busy', 503, 'UNAVAILABLE')
      },
    })
    await advance(30)
    expect(opened.length).toBeLessThan(25)
    connection.close()
  })

  it('is reopened after a short network outage that left it dead without an error', async () => {
    const { connection, opened } = connect({ stream: async (signal) => silentLine(signal) })
    await advance(1)
    connection.wake()
    await advance(3)
    expect(opened).toHaveLength(2)
    connection.close()
  })

  it('PLAY-18 that breaks a thousand times backs off, and leaks nothing', async () => {
    const { connection, opened } = connect({
      stream: async () => new ReadableStream({ start: (controller) => controller.close() }),
    })
    await advance(3600)
    expect(opened.length).toBeGreaterThan(60)
    expect(opened.length).toBeLessThan(300)
    await advance(12 * 3600)
    expect(opened.length).toBeGreaterThan(1000)
    expect(vi.getTimerCount()).toBeLessThan(10)
    connection.close()
    await advance(120)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('PLAY-21 of a server that refuses this screen backs off', async () => {
    const refuse = async () => {
      throw new ApiError('No', 401, 'SESSION_EXPIRED')
    }
    const { connection, asked, opened } = connect({ stream: refuse, manifest: refuse })
    await advance(600)
    const [questions, lines] = [asked.length, opened.length]
    await advance(3600)
    expect(asked.length - questions).toBeLessThanOrEqual(60)
    expect(opened.length - lines).toBeLessThanOrEqual(60)
    connection.close()
  })

  /** A stream with these events. */
  const lineOf = (...events: [string, unknown][]) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const [name, data] of events)
          controller.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
      },
    })

  it.each<[string, number, [string, unknown][]]>([
    ['is told so', 1, [['time', {}]]],
    ['is told a time that fits its own', 1, [['time', { serverTime: Date.now() }]]],
    ['is told an earlier time', 1, [['time', { serverTime: Date.now() - 3_600_000 }]]],
    ['is greeted with another time', 1, [['hello', { serverTime: Date.now() - 60_000 }]]],
    ['is greeted with its own time', 0, [['hello', { serverTime: Date.now() }]]],
    ['is greeted without a time', 0, [['hello', {}]]],
  ])('TIME-06 measures the time again %#: when it %s', async (_when, times, events) => {
    vi.setSystemTime(Date.now())
    let asked = 0
    const { connection } = connect({
      stream: async () => lineOf(...events),
      onTime: () => {
        asked++
      },
    })
    await advance(3)
    expect(asked).toBe(times)
    connection.close()
  })
})
