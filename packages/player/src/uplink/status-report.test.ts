// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { Signal } from '#lib/signal.ts'
import { statusReport } from './status-report.ts'

vi.hoisted(() => Object.assign(globalThis, { PLAYER_VERSION: 'test' }))

type Options = Parameters<typeof statusReport>[0]
type Failing = ReturnType<Options['overlays']['failing']>

describe('the report of a screen', () => {
  const failingOf = (page: Failing, layer: Failing) => {
    const options = {
      clock: { now: () => 0, monotonic: () => 0, error: () => null },
      store: { kind: 'memory' },
      library: {
        ready: new Signal({}),
        progress: new Signal({ missing: 0, total: 0 }),
        storedBytes: () => 0,
        isFull: () => false,
      },
      playback: { now: new Signal({ storyboardId: 'main', reason: 'default', since: 0 }) },
      director: { shown: new Signal(undefined), failing: () => page, front: undefined },
      overlays: { failing: () => layer },
      takeover: { active: new Signal(null) },
      visibility: { isCovered: () => false },
      firstFrames: { takeoverAt: () => null, storyboardAt: () => null, partAt: () => null },
      space: { bytes: null },
      ...{ sound: () => 'silent', turn: () => 0, inStep: () => undefined, bootId: 'b' },
    } as unknown as Options
    return statusReport(options)().playing?.failing
  }

  it('names what its page can’t show, or else what a layer can’t', () => {
    const [page, layer] = ['main', 'ticker'].map((storyboardId) => ({ storyboardId, why: 'black' }))
    if (!page || !layer) throw new Error('Both are there')
    expect(failingOf(null, null)).toBeNull()
    expect(failingOf(null, layer)).toEqual(layer)
    expect(failingOf(page, layer)).toEqual(page)
  })
})
