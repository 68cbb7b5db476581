import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Parts } from '#content/parts.ts'
import { readPart } from '#content/parts.ts'
import { Clock } from '#lib/clock.ts'
import { Signal } from '#lib/signal.ts'
import { ProgrammeRunner } from '#schedule/programme.ts'
import { colourPage, contentOf, devicePart, groupPart, programmeOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { Director, type Layer } from './director.ts'

const START = Date.parse('2026-06-01T12:00:00Z')
let close: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(START)
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

interface Page {
  id: string
  seconds: number
  version?: number
}
const storyOf = (id: string, pages: Page[], mode: 'AUTO' | 'DEFAULT' = 'AUTO') =>
  contentOf([
    {
      id,
      mode,
      items: pages.map(({ id: page, seconds, version }) => ({
        page: colourPage(page, 'red', version),
        seconds,
      })),
    },
  ])
const partsOf = (
  content: ReturnType<typeof contentOf>,
  storyboardId: string | null,
  device = devicePart(),
): Parts => ({
  group: readPart('group', partOf(1, groupPart(content, programmeOf(storyboardId, { activeFrom: START })))),
  device: readPart('device', partOf(1, device)),
})

/** A stage that paints what it is given after `paintMs`, but never the pages named in `broken`. */
function stage(parts: Parts, { paintMs = 100, broken = [] as string[] } = {}) {
  const clock = new Clock()
  const ready = new Signal(parts)
  const problems: string[] = []
  let protectedFiles: ReadonlySet<string> = new Set()
  const library = {
    ready,
    showing: (files: ReadonlySet<string>) => {
      protectedFiles = files
    },
  }
  const programme = new ProgrammeRunner(library, clock)
  const director = new Director({ library, programme, clock, report: (problem) => problems.push(problem) })
  const seen: { page: string; at: number }[] = []
  const known = new Set<number>()
  let counts: number[] = []
  const look = () => {
    const layers = director.layers.get()
    counts.push(layers.filter(({ state }) => state === 'front').length)
    const front = director.front?.show.page
    const name = front ? `${front.id}${front.version > 1 ? `v${front.version}` : ''}` : 'none'
    if (seen.at(-1)?.page !== name) seen.push({ page: name, at: clock.now() - START })
    for (const layer of layers) if (!known.has(layer.id)) paint(layer)
  }
  const paint = (layer: Layer) => {
    known.add(layer.id)
    if (!broken.includes(layer.show.page.id)) setTimeout(() => director.painted(layer.id), paintMs)
  }
  director.layers.subscribe(look)
  look()
  close = () => {
    director.close()
    programme.close()
  }
  return {
    director,
    programme,
    ready,
    seen,
    problems,
    files: () => protectedFiles,
    counts: () => counts,
    clearCounts: () => {
      counts = []
    },
    pages: () => seen.map(({ page }) => page),
  }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('pages', () => {
  it('follow each other at their instants, with never none between them', async () => {
    const play = stage(
      partsOf(
        storyOf('s', [
          { id: 'a', seconds: 10 },
          { id: 'b', seconds: 3 },
          { id: 'c', seconds: 7 },
        ]),
        's',
      ),
    )
    await pass(1)
    play.clearCounts()
    await pass(59)
    expect(new Set(play.counts())).toEqual(new Set([1]))
    const turns = play.seen.slice(2)
    expect(turns.map(({ page }) => page).join('')).toBe('bcabcabca')
    const due = [10, 13, 20, 30, 33, 40, 50, 53, 60]
    turns.forEach(({ at }, index) => {
      const late = at - (due[index] ?? 0) * 1000
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(5)
    })
  })

  it('wait for the next one when it is late, and show it as soon as it is ready', async () => {
    const play = stage(
      partsOf(
        storyOf('s', [
          { id: 'a', seconds: 2 },
          { id: 'b', seconds: 8 },
        ]),
        's',
      ),
      { paintMs: 3000 },
    )
    await pass(12)
    expect(play.pages().slice(0, 3)).toEqual(['none', 'b', 'a'])
    expect(play.problems).toEqual([])
  })

  it('that never get ready are left out and reported, and the others keep their instants', async () => {
    const play = stage(
      partsOf(
        storyOf('s', [
          { id: 'a', seconds: 10 },
          { id: 'x', seconds: 10 },
          { id: 'c', seconds: 10 },
        ]),
        's',
      ),
      {
        broken: ['x'],
      },
    )
    await pass(55)
    expect(play.pages()).not.toContain('x')
    expect(play.problems.join()).toContain('"x" left out')
    expect(
      play
        .counts()
        .slice(2)
        .every((count) => count === 1),
    ).toBe(true)
    const second = play.seen.filter(({ page }) => page === 'a')[1]
    expect(second?.at).toBeGreaterThanOrEqual(30_000)
    expect(second?.at).toBeLessThan(30_005)
  })

  it('that are all broken give way to the screen that says it is ready, and are tried again', async () => {
    const broken = ['x']
    const play = stage(partsOf(storyOf('s', [{ id: 'x', seconds: 10 }]), 's'), { broken })
    await pass(20)
    expect(play.director.layers.get()).toEqual([])
    broken.pop()
    await pass(70)
    expect(play.pages().at(-1)).toBe('x')
  })

  it('of DEFAULT stay on the first until somebody chooses another', async () => {
    const play = stage(
      partsOf(
        storyOf(
          's',
          [
            { id: 'a', seconds: 2 },
            { id: 'b', seconds: 2 },
          ],
          'DEFAULT',
        ),
        's',
      ),
    )
    await pass(600)
    expect(play.pages()).toEqual(['none', 'a'])
    expect(play.director.goTo((pages, present) => (present + 1) % pages.length)).toBe(true)
    await pass(600)
    expect(play.pages()).toEqual(['none', 'a', 'b'])
    expect(play.director.goTo(() => 7)).toBe(false)
    expect(play.director.goTo(() => -1)).toBe(false)
  })

  it('a single one stays on the stage untouched', async () => {
    const play = stage(partsOf(storyOf('s', [{ id: 'a', seconds: 5 }]), 's'))
    await pass(3)
    const { id } = play.director.front ?? {}
    await pass(60)
    expect(play.director.front?.id).toBe(id)
  })
})

describe('a change', () => {
  const before = () =>
    partsOf(
      storyOf('s', [
        { id: 'a', seconds: 10 },
        { id: 'b', seconds: 10 },
      ]),
      's',
    )

  it('of a page follows at the next page boundary', async () => {
    const play = stage(before())
    await pass(3)
    play.ready.set(
      partsOf(
        storyOf('s', [
          { id: 'a', seconds: 10, version: 2 },
          { id: 'b', seconds: 10, version: 2 },
        ]),
        's',
      ),
    )
    await pass(6.9)
    expect(play.pages()).toEqual(['none', 'a'])
    await pass(0.2)
    expect(play.pages()).toEqual(['none', 'a', 'bv2'])
    await pass(10)
    expect(play.pages().at(-1)).toBe('av2')
  })

  it('of a page that stays for ever follows at once', async () => {
    const play = stage(partsOf(storyOf('s', [{ id: 'a', seconds: 10 }], 'DEFAULT'), 's'))
    await pass(3)
    play.ready.set(partsOf(storyOf('s', [{ id: 'a', seconds: 10, version: 2 }], 'DEFAULT'), 's'))
    await pass(0.5)
    expect(play.pages().at(-1)).toBe('av2')
  })

  it('to another story is seen as soon as it is painted, and the old one until then', async () => {
    const play = stage(before())
    await pass(3)
    play.clearCounts()
    const override = { storyboardId: 'o', since: START + 3000 }
    play.ready.set({
      ...before(),
      device: readPart('device', partOf(2, devicePart(override, storyOf('o', [{ id: 'new', seconds: 5 }])))),
    })
    await pass(0.2)
    expect(play.seen.at(-1)).toEqual({ page: 'new', at: 3100 })
    expect(new Set(play.counts())).toEqual(new Set([1]))
  })

  it('to nothing clears the stage', async () => {
    const play = stage(before())
    await pass(3)
    play.ready.set(partsOf(contentOf([]), null))
    await pass(1)
    expect(play.director.layers.get()).toEqual([])
  })

  it('of the schedule comes at its instant on every screen, whenever it was told', async () => {
    const content = { ...contentOf([]), ...storyOf('old', [{ id: 'old', seconds: 7 }]) }
    const next = storyOf('new', [{ id: 'new', seconds: 9 }])
    const all = {
      ...content,
      storyboards: { ...content.storyboards, ...next.storyboards },
      pages: { ...content.pages, ...next.pages },
    }
    const group = groupPart(all, programmeOf('old', { activeFrom: START }), {
      activateAt: START + 60_000,
      programme: programmeOf('new', { activeFrom: START + 60_000 }),
    })
    const play = stage(partsOf(content, 'old'))
    await pass(20)
    play.ready.set({ group: readPart('group', partOf(2, group)) })
    await pass(45)
    const switched = play.seen.find(({ page }) => page === 'new')
    expect(switched?.at).toBeGreaterThanOrEqual(60_000)
    expect(switched?.at).toBeLessThan(60_005)
  })

  it('keeps the files of both until only the new one is on the stage', async () => {
    const file = (name: string) => ({ sha256: name.repeat(64), size: 1, mimetype: 'image/png' })
    const with_ = (name: string) => {
      const content = storyOf('s', [{ id: name, seconds: 10 }], 'DEFAULT')
      return partsOf({ ...content, files: { [file(name).sha256]: file(name) } }, 's')
    }
    const play = stage(with_('a'))
    await pass(1)
    play.ready.set(with_('b'))
    expect(play.files().size).toBe(2)
    await pass(1)
    expect([...play.files()]).toEqual(['b'.repeat(64)])
  })
})
