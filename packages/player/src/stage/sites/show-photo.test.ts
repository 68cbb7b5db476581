import { PHOTO_FIELDS } from '@vitrine/contract/document/photo-key'
import type { MediaOptions } from '@vitrine/widgets/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { photoIn, type ShownPhoto, showPhoto } from './show-photo.ts'

const fakes = vi.hoisted(() => ({ shown: [] as { url: string; disposed: boolean }[] }))

vi.mock('@vitrine/widgets/show-file', () => ({
  showFile: ({ url }: { url: string }, _options: unknown, events: { ready: () => void }) => {
    const picture = { url, disposed: false }
    fakes.shown.push(picture)
    setTimeout(events.ready, 10)
    return { element: {}, dispose: () => Object.assign(picture, { disposed: true }) }
  },
}))
vi.mock('#downlink/download.ts', () => ({
  download: async (file: { sha256: string }, store: { files: Set<string> }) => store.files.add(file.sha256),
}))

const MINUTE = 60_000
const [A, B] = ['a'.repeat(64), 'b'.repeat(64)]

function photoOf({ caption = false } = {}) {
  let now = Date.parse('2026-11-21T12:00:00Z')
  let listener = () => {}
  let value: unknown
  const asked = vi.fn()
  const rows = {
    get: () => value,
    subscribe: (each: () => void) => {
      listener = each
      return () => {}
    },
    stored: async () => {},
    run: asked,
  }
  const files = new Set<string>()
  const store = {
    files,
    url: (sha256: string) => (files.has(sha256) ? `blob:${sha256}` : undefined),
    remove: async (sha256: string) => void files.delete(sha256),
  }
  const label = {
    style: {} as Record<string, string>,
    hidden: false,
    textContent: '',
    dataset: {},
    before: () => {},
  }
  const root = { style: {}, append: () => {}, remove: () => {} }
  const elements = [root, label]
  vi.stubGlobal('document', { createElement: () => elements.shift() })
  const events = { ready: vi.fn(), failed: vi.fn(), trouble: vi.fn() }
  const medium = showPhoto(
    {
      ...{ mediaId: 'm', name: 'Board', picture: { every: 5, caption }, locale: 'en-GB', timeZone: 'UTC' },
      ...({
        live: { data: { source: () => rows } },
        store,
        open: vi.fn(),
        clock: { now: () => now },
      } as object as Pick<ShownPhoto, 'live' | 'store' | 'open' | 'clock'>),
    },
    {} as MediaOptions,
    events,
  )
  return {
    ...{ medium, events, files, label, asked },
    at: () => now,
    take: (sha256: string, takenAt: number) => {
      value = { columns: [...PHOTO_FIELDS], rows: [[sha256, 'image/png', 3, takenAt]], at: takenAt }
      listener()
    },
    pass: async (ms: number) => {
      now += ms
      await vi.advanceTimersByTimeAsync(Math.min(ms, 16_000))
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  fakes.shown.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a picture of a web page', () => {
  it('is shown once its file is stored, and stays until the next one is', async () => {
    const photo = photoOf()
    expect(photo.medium.isReady()).toBe(false)
    photo.take(A, photo.at())
    await photo.pass(100)
    expect(photo.events.ready).toHaveBeenCalledOnce()
    photo.take(B, photo.at())
    expect(fakes.shown.map(({ disposed }) => disposed)).toEqual([false])
    await photo.pass(1000)
    expect(fakes.shown).toEqual([
      { url: `blob:${A}`, disposed: true },
      { url: `blob:${B}`, disposed: false },
    ])
    expect([...photo.files]).toEqual([B])
    photo.medium.dispose()
  })

  it('says when it was taken once it is older than three intervals, or always', async () => {
    const photo = photoOf()
    photo.take(A, photo.at())
    await photo.pass(100)
    expect(photo.label.hidden).toBe(true)
    await photo.pass(14 * MINUTE)
    expect(photo.label.hidden).toBe(true)
    await photo.pass(2 * MINUTE)
    expect([photo.label.hidden, photo.label.textContent]).toEqual([false, '⚠ 12:00'])
    photo.take(A, photo.at())
    expect(photo.label.hidden).toBe(true)
    const always = photoOf({ caption: true })
    always.take(A, always.at())
    await always.pass(100)
    expect([always.label.hidden, always.label.textContent]).toEqual([false, '12:00'])
  })

  it('asks when an unchanged picture was taken last, once per interval', async () => {
    const photo = photoOf()
    photo.take(A, photo.at())
    await photo.pass(5 * MINUTE)
    expect(photo.asked).not.toHaveBeenCalled()
    await photo.pass(2 * MINUTE)
    await photo.pass(MINUTE)
    expect(photo.asked).toHaveBeenCalledOnce()
  })

  it('fails without any, so that the zone shows its next entry', async () => {
    const photo = photoOf()
    await photo.pass(3000)
    expect(photo.events.failed).toHaveBeenCalledOnce()
  })

  it.each([
    ['no row', { columns: [...PHOTO_FIELDS], rows: [], at: 0 }],
    ['a path', { columns: [...PHOTO_FIELDS], rows: [['../x', 'image/png', 1, 1]], at: 0 }],
    ['a script', { columns: [...PHOTO_FIELDS], rows: [[A, 'text/html', 1, 1]], at: 0 }],
  ])('is none for %s', (_, data) => expect(photoIn(data)).toBe(undefined))
})
