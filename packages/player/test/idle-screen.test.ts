import { manifestTag } from '@vitrine/contract/player/manifest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection } from '#downlink/connection.ts'
import { Clock } from '#lib/time/clock.ts'
import { HeartbeatSender } from '#uplink/heartbeat.ts'
import { Problems } from '#uplink/problems.ts'
import { keepTime } from '#uplink/sync-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

/** A screen that plays a page, on a simulated network. */
function play() {
  const network = { line: true, isFed: true, down: false, isKnown: true, roundTripMs: 2, group: 'g1' }
  const calls: Record<string, number[]> = {}
  const latest = { group: { hash: 'g1', version: 1 }, device: { hash: 'd1', version: 1 } }
  const shows = { page: 'a' }
  const call = async <T>(name: string, answer: () => T): Promise<T> => {
    calls[name] = [...(calls[name] ?? []), Date.now()]
    await new Promise((resolve) => setTimeout(resolve, network.roundTripMs))
    if (network.down) throw new TypeError('Failed to fetch')
    return answer()
  }
  const heard = () => ({ serverTime: Date.now(), pictureSeconds: 300, tag: manifestTag(network.group, 'd1') })
  const api = {
    time: () => call('time', () => ({ serverTime: Date.now() })),
    heartbeat: () => call('heartbeat', heard),
    beat: () => call('beat', () => ({ ...heard(), isKnown: network.isKnown })),
    manifest: () =>
      call('manifest', () => {
        latest.group = { hash: network.group, version: latest.group.version + 1 }
        return undefined
      }),
    stream: (signal: AbortSignal) =>
      call('stream', () => {
        if (!network.line) throw new TypeError('Failed to fetch')
        return new ReadableStream<Uint8Array>({
          start(controller) {
            const beats = setInterval(
              () => network.isFed && controller.enqueue(new TextEncoder().encode('retry: 1000\n\n')),
              15_000,
            )
            signal.addEventListener('abort', () => {
              clearInterval(beats)
              controller.error(new Error('aborted'))
            })
          },
        })
      }),
  }
  const clock = new Clock()
  const problems = new Problems(clock)
  const never = () => expect.unreachable('it was never told so')
  const connection = new Connection({
    api: api as never,
    library: { latest: { get: () => latest }, offer: () => 'known' } as never,
    clock,
    report: problems.report,
    onCommand: never,
    onSource: never,
    onTime: () => undefined,
    onUnpaired: never,
  })
  const heartbeat = new HeartbeatSender({
    api: api as never,
    clock,
    problems,
    // Always differing values don't count as changes.
    body: () =>
      ({ bootId: 'boot', playing: shows.page, clockError: Math.random(), startedAt: Math.random() }) as never,
    identity: () => ({ name: '' }) as never,
    spread: () => 0,
    isConnected: connection.connected.get,
    onTag: connection.check,
    onUnpaired: never,
    onPictures: () => undefined,
  })
  const { stop } = keepTime(api, clock)
  const close = () => {
    connection.close()
    heartbeat.close()
    stop()
  }
  const count = () => Object.values(calls).reduce((sum, each) => sum + each.length, 0)
  return { network, calls, shows, problems, heartbeat, latest, connection, close, count }
}

describe('an idle screen', () => {
  it.each([
    ['near its server', 2, 36],
    ['far from its server', 200, 56],
  ])('%s sends a few requests an hour', async (_where, roundTripMs, most) => {
    const screen = play()
    screen.network.roundTripMs = roundTripMs
    await advance(3600)
    const before = { all: screen.count(), whole: screen.calls.heartbeat?.length ?? 0 }
    await advance(3600)
    expect(screen.count() - before.all).toBeLessThanOrEqual(most)
    expect(screen.count() - before.all).toBeGreaterThan(20)
    expect((screen.calls.heartbeat?.length ?? 0) - before.whole).toBeLessThanOrEqual(2)
    screen.close()
  })

  it('finds a change without a notice within two and a half minutes', async () => {
    const screen = play()
    await advance(600)
    screen.network.group = 'g2'
    await advance(150)
    expect(screen.latest.group.hash).toBe('g2')
    screen.close()
  })

  it.each(['blocked', 'opened and held back'])('whose line is %s asks about every minute', async (how) => {
    const screen = play()
    if (how === 'blocked') screen.network.line = false
    else screen.network.isFed = false
    await advance(600)
    const before = screen.calls.manifest?.length ?? 0
    screen.network.group = 'g2'
    await advance(90)
    expect(screen.latest.group.hash).toBe('g2')
    await advance(3510)
    expect((screen.calls.manifest?.length ?? 0) - before).toBeGreaterThan(40)
    screen.close()
  })
})

describe('a whole report', () => {
  it('follows a change and a problem within a second', async () => {
    const screen = play()
    await advance(600)
    const whole = () => screen.calls.heartbeat?.length ?? 0
    const before = whole()
    screen.shows.page = 'b'
    screen.heartbeat.soon()
    await advance(1)
    expect(whole()).toBe(before + 1)
    screen.problems.report('A file is damaged')
    screen.heartbeat.soon()
    await advance(1)
    expect(whole()).toBe(before + 2)
    expect(screen.problems.waiting()).toEqual([])
    screen.close()
  })

  it('contains a problem within half a minute, and problems that followed it', async () => {
    const screen = play()
    await advance(600)
    const before = screen.calls.heartbeat?.length ?? 0
    screen.problems.report('A file is damaged')
    screen.problems.report('A page was skipped')
    await advance(31)
    expect(screen.calls.heartbeat).toHaveLength(before + 1)
    expect(screen.problems.waiting()).toEqual([])
    screen.close()
  })

  it('follows a heartbeat that the server rejects, and an outage', async () => {
    const screen = play()
    await advance(600)
    const whole = () => screen.calls.heartbeat?.length ?? 0
    const before = whole()
    screen.network.isKnown = false
    await advance(140)
    expect(whole()).toBeGreaterThan(before)
    screen.network.isKnown = true
    await advance(300)
    screen.network.down = true
    await advance(300)
    screen.network.down = false
    const during = whole()
    await advance(140)
    expect(whole()).toBeGreaterThan(during)
    screen.close()
  })
})
