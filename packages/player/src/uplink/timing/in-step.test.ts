import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Signal } from '#lib/signal.ts'
import type { Layer } from '#stage/layers.ts'
import { InStep } from './in-step.ts'

let layers: Signal<readonly Layer[]>
let step: InStep
let isSeen: boolean

const layer = (id: number, state: Layer['state'], anchor: number) =>
  ({ id, state, show: { anchor } }) as unknown as Layer

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 })
  vi.stubGlobal('document', { hidden: false })
  // Two frames make one paint.
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 8))
  isSeen = true
  layers = new Signal<readonly Layer[]>([])
  step = new InStep({ director: { layers }, clock: { now: () => Date.now() }, isSeen: () => isSeen })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Prepares a page in advance, and shows it `late` milliseconds after its planned instant. */
function turn(id: number, planned: number, late: number) {
  layers.set([layer(id - 1, 'front', 0), layer(id, 'back', planned)])
  vi.setSystemTime(planned + late)
  layers.set([layer(id - 1, 'leaving', 0), layer(id, 'front', planned)])
  vi.advanceTimersByTime(16)
}

it('measures when a page was painted against its planned instant', () => {
  turn(2, 105_000, 7)
  expect(step.samples()).toEqual([{ kind: 'page', at: 105_000, ms: 23 }])
})

it('reports nothing for a page that was prepared too late, or while the stage was hidden', () => {
  vi.setSystemTime(106_000)
  turn(2, 105_000, 3000)
  isSeen = false
  turn(3, 115_000, 1)
  expect(step.samples()).toEqual([])
})

it('measures playing videos at the same instants on every screen, and starts each time', () => {
  vi.setSystemTime(120_400)
  step.video('video', -3)
  step.video('video', 5)
  vi.setSystemTime(140_000)
  step.video('video', 8)
  step.video('start', 40)
  expect(step.samples()).toEqual([
    { kind: 'video', at: 120_000, ms: -3 },
    { kind: 'start', at: 140_000, ms: 40 },
  ])
})

it('keeps a few samples of each kind, none older than half an hour, and none beyond the report’s limits', () => {
  for (let count = 0; count < 50; count++) step.video('start', 70_000)
  step.video('start', Number.NaN)
  expect(step.samples()).toHaveLength(12)
  expect(step.samples()[0]?.ms).toBe(60_000)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(step.samples()).toEqual([])
})

it('drops what it measured before its clock was set, in either direction', () => {
  for (const set of [-3_600_000, 3_600_000]) {
    step.video('start', 40)
    expect(step.samples()).toHaveLength(1)
    vi.setSystemTime(Date.now() + set)
    expect(step.samples()).toEqual([])
    step.video('start', 30)
    expect(step.samples().map(({ ms }) => ms)).toEqual([30])
    vi.setSystemTime(Date.now() + 86_400_000)
  }
})
