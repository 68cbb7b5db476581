import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { Clock } from '#lib/clock.ts'
import { Connection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection to a network that does what the test says. */
function connect({
  stream,
  manifest = async () => undefined,
}: {
  stream: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  manifest?: () => Promise<undefined>
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
    library: { latest: {}, offer: () => 'known' },
    clock: new Clock(),
    report: () => undefined,
    onCommand: () => undefined,
    onUnpaired: () => expect.unreachable('it was never told so'),
  })
  return { connection, asked, opened }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

/** A line on which nothing comes, and nothing says that it is dead. */
const silentLine = (signal: AbortSignal) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => signal.addEventListener('abort', () => controller.error(new Error('aborted'))),
  })

describe('the line to the server', () => {
  it('PLAY-17 that has gone silent is noticed within 45 seconds and opened anew', async () => {
    const { connection, opened } = connect({ stream: async (signal) => silentLine(signal) })
    await pass(1)
    expect(connection.connected.get()).toBe(true)
    await pass(44)
    expect(opened.length).toBeGreaterThan(1)
    connection.close()
  })

  it('PLAY-18 that breaks a thousand times is tried ever more slowly, and leaves nothing behind', async () => {
    const { connection, opened } = connect({
      stream: async () => new ReadableStream({ start: (controller) => controller.close() }),
    })
    await pass(3600)
    expect(opened.length).toBeGreaterThan(60)
    expect(opened.length).toBeLessThan(300)
    await pass(12 * 3600)
    expect(opened.length).toBeGreaterThan(1000)
    expect(vi.getTimerCount()).toBeLessThan(10)
    connection.close()
    await pass(120)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('PLAY-21 of a server that refuses this screen is not asked again and again', async () => {
    const refuse = async () => {
      throw new ApiError('No', 401, 'SESSION_EXPIRED')
    }
    const { connection, asked, opened } = connect({ stream: refuse, manifest: refuse })
    await pass(600)
    const [questions, lines] = [asked.length, opened.length]
    await pass(3600)
    expect(asked.length - questions).toBeLessThanOrEqual(60)
    expect(opened.length - lines).toBeLessThanOrEqual(60)
    connection.close()
  })
})
