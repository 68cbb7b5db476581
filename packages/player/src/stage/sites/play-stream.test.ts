import type { MediaFile, ShownMedium } from '@vitrine/widgets/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvents, OpenLive } from './live-play.ts'
import { playStream } from './play-stream.ts'

/** A fake attempt to play, in place of a browser's video. */
interface FakeLive {
  events: LiveEvents
  staleEdge: string | undefined
  place: number
  edge: string
  ended: boolean
  halted: boolean
  loud: number
  opacity: () => string
}

interface FakeElement {
  style: { cssText: string; opacity: string }
  append: (child: unknown) => void
  remove: () => void
}
const fakeElement = (): FakeElement => ({
  style: { cssText: '', opacity: '' },
  append: () => {},
  remove: () => {},
})

const pictures = vi.hoisted(() => ({
  shown: [] as { opacity: () => string; disposed: boolean; works: boolean }[],
}))
let pictureWorks = true

vi.mock('@vitrine/widgets/show-file', () => ({
  showFile: (
    _file: unknown,
    _options: unknown,
    events: { ready: () => void; failed: (error: Error) => void },
  ) => {
    const element = { style: { opacity: '' } }
    const picture = { opacity: () => element.style.opacity, disposed: false, works: pictureWorks }
    pictures.shown.push(picture)
    setTimeout(() => (picture.works ? events.ready() : events.failed(new Error('no picture'))), 100)
    return {
      element,
      start: (_offset: number, shown: () => void) => shown(),
      tune: () => {},
      rest: () => {},
      dispose: () => {
        picture.disposed = true
      },
    }
  },
}))

const FALLBACK: MediaFile = { url: 'blob:fallback', mimetype: 'image/png' }
const SECOND = 1000

function streamOf({ hasFallback = true, sound = false } = {}) {
  const tries: FakeLive[] = []
  const isReported: string[] = []
  let sites = ['*']
  let motion = true
  const open: OpenLive = ({ staleEdge }, options, events) => {
    const element = fakeElement()
    const live: FakeLive = {
      ...{ events, staleEdge, place: 0, edge: `edge ${tries.length}` },
      ...{ ended: false, halted: false, loud: options.volume(), opacity: () => element.style.opacity },
    }
    tries.push(live)
    return {
      element: element as unknown as HTMLElement,
      position: () => live.place,
      edge: () => live.edge,
      play: (shown) => void setTimeout(shown, 50),
      tune: () => {},
      rest: () => {},
      halt: () => {
        live.halted = true
      },
      end: () => {
        live.ended = true
      },
    }
  }
  let ready = 0
  const medium: ShownMedium = playStream(
    {
      address: 'https://cams.example.org/a.m3u8',
      name: 'Camera',
      sites: () => sites,
      fallback: hasFallback ? FALLBACK : undefined,
      sound,
    },
    {
      ...{ fit: 'contain', focus: 'center', loop: true, captions: true, offset: 0 },
      ...{ volume: () => 0.5, sounds: () => {}, measured: () => {}, motion: () => motion },
    },
    {
      ready: () => ready++,
      failed: (error) => isReported.push(`failed: ${error.message}`),
      trouble: (error) => isReported.push(error.message),
    },
    open,
  )
  const advance = (ms: number) => vi.advanceTimersByTime(ms)
  const last = () => tries.at(-1) as FakeLive
  return {
    tries,
    isReported,
    medium,
    advance,
    last,
    ready: () => ready,
    allow: (...hosts: string[]) => {
      sites = hosts
    },
    still: () => {
      motion = false
    },
    /** Plays for some milliseconds. */
    playFor(ms: number) {
      for (let at = 0; at < ms; at += 250) {
        last().place += 0.25
        advance(250)
      }
    },
    /** It plays, and the zone shows it. */
    begin() {
      advance(1)
      last().events.ready()
      medium.start(0, () => {})
      advance(50)
      this.playFor(2 * SECOND)
    },
  }
}

describe('a live video', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { createElement: fakeElement, hidden: false })
    vi.stubGlobal('location', { origin: 'https://player.example.org', protocol: 'https:' })
    pictures.shown.length = 0
    pictureWorks = true
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('is ready with its first frame, without its fallback, and muted unless configured', () => {
    const stream = streamOf()
    stream.begin()
    expect([stream.ready(), pictures.shown.length]).toEqual([1, 0])
    expect(stream.last().opacity()).toBe('1')
    expect(stream.last().loud).toBe(0)
    stream.medium.dispose()
    const loud = streamOf({ sound: true })
    loud.begin()
    expect(loud.last().loud).toBe(0.5)
    loud.medium.dispose()
  })

  it('is ready with its fallback if it is slow, and plays as soon as it can', () => {
    const stream = streamOf()
    stream.advance(2200)
    expect(stream.ready()).toBe(1)
    stream.medium.start(0, () => {})
    expect(pictures.shown[0]?.opacity()).toBe('1')
    stream.last().events.ready()
    stream.advance(60)
    expect(stream.last().opacity()).toBe('1')
    expect(pictures.shown[0]?.disposed).toBe(false)
    stream.advance(200)
    expect(pictures.shown[0]?.disposed).toBe(true)
    stream.medium.dispose()
  })

  it('keeps its frame through a short stall, and shows the fallback after eight seconds of one', () => {
    const stream = streamOf()
    stream.begin()
    stream.advance(3 * SECOND)
    expect([stream.tries.length, stream.isReported.length]).toEqual([1, 0])
    stream.playFor(SECOND)
    const [first] = stream.tries
    stream.advance(8 * SECOND)
    expect(first?.ended).toBe(false)
    stream.advance(2 * SECOND)
    expect(stream.isReported).toEqual(['Stream Camera: stalled'])
    expect([pictures.shown[0]?.opacity(), first?.ended]).toEqual(['1', true])
    stream.medium.dispose()
  })

  it('reopens behind the last frame, and knows which segment had stalled', () => {
    const stream = streamOf({ hasFallback: false })
    stream.begin()
    stream.advance(5 * SECOND)
    const [first, second] = stream.tries
    expect([first?.opacity(), first?.ended, second?.staleEdge]).toEqual(['1', false, 'edge 0'])
    second?.events.ready()
    stream.advance(60)
    expect([second?.opacity(), first?.ended]).toEqual(['1', false])
    stream.advance(200)
    expect(first?.ended).toBe(true)
    stream.medium.dispose()
  })

  it('plays its buffer after loading has failed, and retries immediately', () => {
    const stream = streamOf()
    stream.begin()
    const first = stream.last()
    first.events.failed('unreachable')
    stream.advance(500)
    expect([first.halted, first.ended, stream.tries.length]).toEqual([true, false, 2])
    expect(stream.isReported).toEqual(['Stream Camera: unreachable'])
    stream.medium.dispose()
  })

  it('is retried about once a minute during a day’s outage, and reported once', () => {
    const stream = streamOf()
    stream.begin()
    stream.advance(10 * SECOND)
    for (let minute = 0; minute < 24 * 60; minute++) {
      stream.last().events.failed('status 503')
      stream.advance(60 * SECOND)
    }
    expect(stream.tries.length).toBeLessThan(1500)
    expect(stream.tries.length).toBeGreaterThan(700)
    expect(stream.isReported).toHaveLength(1)
    expect(stream.tries.filter(({ ended }) => !ended).length).toBeLessThanOrEqual(1)
    expect(pictures.shown).toHaveLength(1)
    stream.medium.dispose()
    expect(stream.tries.every(({ ended }) => ended)).toBe(true)
  })

  it('ends attempts that never get a frame', () => {
    const stream = streamOf()
    stream.begin()
    stream.advance(10 * SECOND)
    const hanging = stream.last()
    stream.advance(20 * SECOND)
    expect(hanging.ended).toBe(true)
    stream.medium.dispose()
  })

  it('reports the next outage after it has played for a while', () => {
    const stream = streamOf()
    stream.begin()
    stream.last().events.failed('unreachable')
    stream.advance(500)
    stream.last().events.ready()
    stream.advance(60)
    stream.playFor(32 * SECOND)
    stream.last().events.failed('status 503')
    expect(stream.isReported).toEqual(['Stream Camera: unreachable', 'Stream Camera: status 503'])
    stream.medium.dispose()
  })

  it('is skipped if it never played and has no usable fallback', () => {
    const stream = streamOf({ hasFallback: false })
    stream.advance(1)
    stream.last().events.failed('status 404')
    expect(stream.isReported).toEqual(['failed: Stream Camera: status 404'])
    expect(stream.last().ended).toBe(true)
    stream.advance(60 * SECOND)
    expect(stream.tries).toHaveLength(1)
    pictureWorks = false
    const broken = streamOf()
    broken.advance(1)
    broken.last().events.failed('status 404')
    broken.advance(200)
    expect(broken.isReported.at(-1)).toBe('failed: Stream Camera: no picture')
    broken.medium.dispose()
  })

  it('is removed, and not reopened, when its site is no longer allowed', () => {
    const stream = streamOf({ hasFallback: false })
    stream.begin()
    stream.allow('example.com')
    stream.advance(500)
    expect(stream.isReported[0]).toContain("cams.example.org isn't on the organization's list")
    expect(stream.last().ended).toBe(true)
    stream.advance(120 * SECOND)
    expect(stream.tries).toHaveLength(1)
    stream.medium.dispose()
  })

  it('does not stall while it is paused', () => {
    const stream = streamOf()
    stream.begin()
    stream.still()
    stream.advance(600 * SECOND)
    expect([stream.tries.length, pictures.shown.length]).toEqual([1, 0])
    stream.medium.dispose()
  })

  it('is reopened twice a day while it plays, and never has more than two videos', () => {
    const stream = streamOf()
    stream.begin()
    for (let at = 0; at < 25 * 3600 * SECOND; at += 500) {
      stream.tries.forEach((live) => {
        live.place += 0.5
      })
      stream.advance(500)
      if (stream.last().opacity() === '0' && !stream.last().ended) stream.last().events.ready()
    }
    expect(stream.tries.map(({ staleEdge }) => staleEdge)).toEqual([undefined, undefined, undefined])
    expect(stream.isReported).toEqual([])
    expect(stream.tries.filter(({ ended }) => !ended).length).toBe(1)
    stream.medium.dispose()
  })
})
