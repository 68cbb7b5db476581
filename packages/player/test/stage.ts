import type { SourceData } from '@vitrine/contract/document/source-data'
import type { Condition } from '@vitrine/contract/schedule/conditions'
import type { ShowDates } from '@vitrine/contract/schedule/show-dates'
import { afterEach, beforeEach, vi } from 'vitest'
import { ConditionWatch } from '#conditions/condition-watch.ts'
import type { Parts } from '#downlink/parts.ts'
import { readPart } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'
import { Playback } from '#schedule/playback.ts'
import { Director } from '#stage/director.ts'
import type { KeptPage } from '#stage/last-worked.ts'
import type { Layer } from '#stage/layers.ts'
import type { TurnAt } from '#stage/show-at.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from './content.ts'
import { partOf } from './protocol-server.ts'

export const START = Date.parse('2026-06-01T12:00:00Z')
let close: () => void = () => undefined

/** Time only advances with `pass`. The stage is cleared after each test. */
export function stageOfEachTest() {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.setSystemTime(START)
  })
  afterEach(() => {
    close()
    vi.useRealTimers()
  })
}

interface Page extends ShowDates {
  id: string
  seconds: number
  version?: number
  when?: Condition
}
export const storyOf = (id: string, pages: Page[], mode: 'AUTO' | 'DEFAULT' = 'AUTO') =>
  contentOf([
    {
      id,
      mode,
      items: pages.map(({ id: page, version, ...item }) => ({
        page: colorPage(page, 'red', version),
        ...item,
      })),
    },
  ])
export const partsOf = (
  content: ReturnType<typeof contentOf>,
  storyboardId: string | null,
  device = devicePart(),
): Parts => ({
  group: readPart('group', partOf(1, groupPart(content, scheduleOf(storyboardId, { activeFrom: START })))),
  device: readPart('device', partOf(1, device)),
})

/** Longer than the stage waits for any page. */
const LATE_MS = 30_000

/**
 * A stage that paints each page after `paintMs`, except pages named in `broken`, which `fail`, and late at the attempts in `late`,
 * counted from 1.
 */
export function stage(
  parts: Parts,
  {
    paintMs = 100,
    broken = [] as string[],
    fail = (_layer: Layer, _director: Director) => {},
    late = new Set<number>(),
    worked = { kept: [], keep: () => {} } as KeptPage,
    rows = undefined as TestRows | undefined,
    turnAt = undefined as (() => TurnAt | undefined) | undefined,
  } = {},
) {
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
  const conditions = rows && conditionsOf(library, clock, rows, (instant) => director.endOfPage(instant))
  const playback = new Playback(library, clock, conditions)
  const report = (problem: string) => problems.push(problem)
  const director: Director = new Director({
    ...{ library, playback, clock, conditions, report, worked },
    ...(turnAt && { turnAt }),
  })
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
  const attempts: { page: string; at: number }[] = []
  const paint = (layer: Layer) => {
    known.add(layer.id)
    attempts.push({ page: layer.show.page.id, at: clock.now() - START })
    const after = late.has(attempts.length) ? LATE_MS : paintMs
    if (broken.includes(layer.show.page.id)) fail(layer, director)
    else setTimeout(() => director.painted(layer.id), after)
  }
  director.layers.subscribe(look)
  look()
  close = () => {
    director.close()
    playback.close()
    conditions?.close()
  }
  return {
    close,
    clock,
    director,
    playback,
    ready,
    seen,
    attempts,
    problems,
    files: () => protectedFiles,
    counts: () => counts,
    clearCounts: () => {
      counts = []
    },
    pages: () => seen.map(({ page }) => page),
  }
}
/** Rows of data sources, by key, as a test changes them. */
export class TestRows {
  readonly #signals = new Map<string, Signal<SourceData | undefined>>()
  of = (key: string): Signal<SourceData | undefined> => {
    const signal = this.#signals.get(key) ?? new Signal<SourceData | undefined>(undefined)
    this.#signals.set(key, signal)
    return signal
  }
  set = (key: string, columns: string[], rows: SourceData['rows']): void =>
    this.of(key).set({ columns, rows, at: Date.now() })
}

export const conditionsOf = (
  library: { ready: Signal<Parts> },
  clock: Clock,
  rows: TestRows,
  endOfPage: (instant: number) => number | undefined = () => undefined,
) => new ConditionWatch({ library, clock, open: async () => rows.of, endOfPage })

export const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
