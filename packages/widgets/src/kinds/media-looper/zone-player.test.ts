import type { MediaZoneEntry } from '@vitrine/contract/fields/kinds/media-zone'
import type { MediaEvents, MediaOptions, ShownMedium } from '@vitrine/widgets/host'
import { type Host, hostWith, type ZoneCommand } from '@vitrine/widgets/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Zone, ZonePlayer } from './zone-player.ts'

/** A fake media item, in place of a browser element. */
interface FakeMedium {
  url: string
  options: MediaOptions
  events: MediaEvents
  ready: boolean
  alive: boolean
  disposed: boolean
  startedAt: number | undefined
  /** The last target position. */
  place: number | undefined
  opacity: () => string
}

function zoneOf(
  entries: MediaZoneEntry[],
  { interval = 5, autoReady = true, lengths = {} as Record<string, number> } = {},
) {
  const media: FakeMedium[] = []
  const errors: string[] = []
  const shown: number[] = []
  const missing = new Set<string>()
  const corrected = { by: 0 }
  let tick = () => {}
  let command = (_command: ZoneCommand) => {}
  const host: Host = hostWith({
    now: () => Date.now() + corrected.by,
    monotonic: () => Date.now(),
    onTick: (listener) => {
      tick = listener
      return () => {
        tick = () => {}
      }
    },
    onCommand: (_id, listener) => {
      command = listener
      return () => {}
    },
    media: (id) =>
      missing.has(id) ? undefined : { url: id, mimetype: 'video/mp4', duration: lengths[id] ?? null },
    reportProgress: (_id, { order }) => shown.push(order),
    reportError: (_id, error) => errors.push((error as Error).message),
  })
  const show = (file: { url: string }, options: MediaOptions, events: MediaEvents): ShownMedium => {
    const style = { opacity: '' }
    const medium: FakeMedium = {
      url: file.url,
      options,
      events,
      ready: false,
      alive: true,
      disposed: false,
      startedAt: undefined,
      place: undefined,
      opacity: () => style.opacity,
    }
    media.push(medium)
    if (autoReady && !file.url.startsWith('bad'))
      setTimeout(() => {
        if (medium.disposed) return
        medium.ready = true
        events.ready()
      }, 20)
    return {
      element: { style } as unknown as HTMLElement,
      isReady: () => medium.ready,
      length: () => lengths[file.url],
      start: (offset, done) => {
        medium.startedAt = offset
        setTimeout(done, 10)
      },
      follow: (offset) => {
        medium.place = offset
      },
      tune: () => {},
      rest: () => {},
      alive: () => medium.alive,
      dispose: () => {
        medium.disposed = true
      },
    }
  }
  const root = { appendChild: () => {} } as unknown as HTMLElement
  const zone: Zone = { entries, interval, muted: true, captions: true, fit: 'contain' }
  const player = new ZonePlayer(root, 'w1', zone, host, () => {}, show)
  const advance = (seconds: number) => {
    for (let n = 0; n < seconds * 10; n++) {
      vi.advanceTimersByTime(100)
      if (n % 10 === 9) tick()
    }
  }
  return {
    player,
    media,
    errors,
    shown,
    missing,
    corrected,
    host,
    zone,
    advance,
    command: (given: ZoneCommand) => command(given),
  }
}
const entry = (mediaId: string, duration = 0): MediaZoneEntry => ({ mediaId, duration })

describe('a media zone', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  it('shows entries in turn, each for its duration', () => {
    const { shown, advance } = zoneOf([entry('a'), entry('b', 2), entry('c', -1)], { lengths: { c: 3 } })
    advance(4)
    expect(shown).toEqual([0])
    advance(2)
    expect(shown).toEqual([0, 1])
    advance(2)
    expect(shown).toEqual([0, 1, 2])
    advance(12)
    expect(shown).toEqual([0, 1, 2, 0, 1, 2])
  })

  it('keeps a looping video in sync with the clock', () => {
    const { media, advance, corrected } = zoneOf([entry('a')], { lengths: { a: 7 } })
    advance(30)
    expect(media).toHaveLength(1)
    expect(media[0]?.place).toBeCloseTo(30 % 7, 0)
    corrected.by = 3000
    advance(1)
    expect(media[0]?.place).toBeCloseTo(34 % 7, 0)
  })

  it.each([86_400_000, -86_400_000])(
    'TIME-06 neither leaves out a medium nor waits longer for one when its clock is set right by %s ms',
    (by) => {
      const { errors, shown, advance, corrected } = zoneOf([entry('bad'), entry('c')], { interval: 100_000 })
      advance(6)
      corrected.by = by
      advance(20)
      expect(errors).toEqual([])
      advance(10)
      expect(errors).toEqual(['Medium did not load in time'])
      expect(shown).toEqual([1])
    },
  )

  it('follows the clock, also when it starts late', () => {
    vi.setSystemTime(1_000_006_000)
    const { shown, media, advance } = zoneOf([entry('a'), entry('b')])
    advance(0.2)
    expect(shown).toEqual([1])
    expect(media[0]?.startedAt).toBeCloseTo(1, 1)
  })

  it('plays at the host’s volume, and silently when muted', () => {
    const { media, player, host, zone, advance } = zoneOf([entry('a')])
    advance(1)
    const volume = () => media[0]?.options.volume()
    expect(volume()).toBe(0)
    player.update({ ...zone, muted: false }, host)
    expect(volume()).toBe(1)
    player.update({ ...zone, muted: false }, { ...host, volume: 0.3 })
    expect(volume()).toBe(0.3)
    expect(media).toHaveLength(1)
  })

  it('never removes the visible item before its successor is ready', () => {
    const { media, advance } = zoneOf([entry('a', 1), entry('b', 1)])
    for (let n = 0; n < 100; n++) {
      advance(0.1)
      if (n > 2)
        expect(media.filter((one) => one.opacity() === '1' && !one.disposed).length).toBeGreaterThan(0)
    }
  })

  it('keeps showing the current entry while the next one is late', () => {
    const { media, shown, errors, advance } = zoneOf([entry('a', 2), entry('b', 2)], { autoReady: false })
    const first = media[0]
    if (!first) throw new Error('nothing was loaded')
    first.ready = true
    first.events.ready()
    advance(5)
    expect([shown, first.disposed, errors]).toEqual([[0], false, []])
  })

  it('skips what cannot be shown, reports it, and retries it later', () => {
    const { media, shown, errors, advance } = zoneOf([entry('a', 2), entry('bad', 2), entry('c', 2)])
    advance(0.5)
    media.find((one) => one.url === 'bad')?.events.failed(new Error('broken'))
    advance(4)
    expect(errors).toEqual(['broken'])
    expect(shown.slice(0, 3)).toEqual([0, 2, 0])
    advance(20)
    expect(media.filter((one) => one.url === 'bad').length).toBeGreaterThan(1)
    expect(shown).not.toContain(1)
  })

  it('PLAY-12 skips an entry that never loads and a stalled video', () => {
    const late = zoneOf([entry('a', 2), entry('bad', 2)])
    late.advance(8)
    expect(late.errors[0]).toMatch(/in time/)
    const still = zoneOf([entry('a', 30), entry('b', 30)])
    still.advance(1)
    for (const one of still.media) if (one.url === 'a') one.alive = false
    still.advance(7)
    expect(still.errors).toEqual(['Video has stalled'])
    expect(still.shown.at(-1)).toBe(1)
  })

  it('keeps a broken video on screen if there is nothing else, and removes it with its entry', () => {
    const { player, media, zone, host, advance } = zoneOf([entry('a', 30)])
    advance(1)
    for (const one of media) one.alive = false
    advance(6)
    expect(media[0]?.disposed).toBe(false)
    player.update({ ...zone, entries: [] }, host)
    advance(1)
    expect(media.every((one) => one.disposed)).toBe(true)
  })

  it('waits for files that are not stored yet', () => {
    const { player, shown, missing, zone, host, advance } = zoneOf([entry('a'), entry('b')])
    missing.add('a').add('b')
    player.update(zone, { ...host })
    advance(2)
    missing.clear()
    player.update(zone, { ...host })
    advance(1)
    expect(shown.length).toBeGreaterThan(0)
  })

  it('handles next, previous, and by order, and continues from there', () => {
    const { command, shown, advance } = zoneOf([entry('a', 10), entry('b', 10), entry('c', 10)])
    advance(1)
    command({ verb: 'LOAD_NEXT_MEDIA', order: null })
    advance(0.5)
    command({ verb: 'LOAD_PREVIOUS_MEDIA', order: null })
    advance(0.5)
    command({ verb: 'LOAD_MEDIA_BY_ORDER', order: 2 })
    advance(0.5)
    command({ verb: 'LOAD_MEDIA_BY_ORDER', order: 9 })
    advance(8.5)
    expect(shown).toEqual([0, 1, 0, 2])
    advance(1.5)
    expect(shown).toEqual([0, 1, 0, 2, 0])
  })

  it('loops a single entry without loading it again', () => {
    const { media, shown, advance } = zoneOf([entry('a', 2)])
    advance(20)
    expect([media.length, shown, media[0]?.options.loop]).toEqual([1, [0], true])
  })

  it('has at most two items at a time, and none in the end', () => {
    const { player, media, advance } = zoneOf([entry('a', 1), entry('b', 1), entry('c', 1)])
    for (let n = 0; n < 600; n++) {
      advance(0.5)
      expect(media.filter((one) => !one.disposed).length).toBeLessThanOrEqual(3)
    }
    player.dispose()
    expect(media.length).toBeGreaterThan(200)
    expect(media.every((one) => one.disposed)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('shows entries by their dates, nothing when all have ended, and all of them in the designer', () => {
    // 02:00 in the default zone is midnight UTC.
    vi.setSystemTime(Date.parse('2026-06-01T23:59:00Z'))
    const entries = [
      { mediaId: 'a', duration: 5, showUntil: '2026-06-02T02:00' },
      { mediaId: 'b', duration: 5, showFrom: '2026-06-02T02:00', showUntil: '2026-06-02T02:01' },
      { mediaId: 'c', duration: 5, showUntil: '2026-06-01' },
    ]
    const play = zoneOf(entries)
    play.advance(59)
    expect(new Set(play.shown)).toEqual(new Set([0]))
    play.advance(31)
    expect(play.shown).toEqual([0, 1])
    expect(play.media.filter(({ disposed }) => !disposed).map(({ url }) => url)).toEqual(['b'])
    play.advance(31)
    expect(play.media.every(({ disposed }) => disposed)).toBe(true)
    play.player.update(play.zone, { ...play.host, mode: 'design' })
    play.advance(20)
    expect(new Set(play.shown)).toEqual(new Set([0, 1, 2]))
    expect(play.errors).toEqual([])
  })

  it('shows the entries whose rule holds on the screen, which keep their places', () => {
    const bar = { anyTags: ['Bar'] }
    const entries = [{ ...entry('a', 5), screens: bar }, entry('b', 5), { ...entry('c', 5), screens: bar }]
    const play = zoneOf(entries)
    play.player.update(play.zone, { ...play.host, traits: { tags: [], places: [] } })
    play.advance(20)
    expect(play.shown).toEqual([1])
    play.command({ verb: 'LOAD_MEDIA_BY_ORDER', order: 2 })
    play.advance(2)
    expect(play.shown).toEqual([1])
    play.player.update(play.zone, { ...play.host, traits: { tags: ['bar'], places: [] } })
    play.advance(20)
    expect(new Set(play.shown)).toEqual(new Set([0, 1, 2]))
  })
})
