import type { TakeoverNotice } from '@vitrine/contract/api/playback/manifest'
import { beforeEach, expect, it } from 'vitest'
import type { Parts } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import type { PlaybackState } from '#schedule/playback.ts'
import { FirstFrames } from './first-frames.ts'

let now: number
let shown: Signal<{ storyboardId: string; parts: Parts } | null>
let due: Signal<PlaybackState>
let active: Signal<TakeoverNotice | null>
let frames: FirstFrames

const partsOf = (group: string, device: string) =>
  ({ group: { hash: group }, device: { hash: device } }) as unknown as Parts
const playback = (storyboardId: string, since: number): PlaybackState => ({
  storyboardId,
  since,
  reason: 'default',
  until: null,
  timeZone: 'Etc/GMT',
})

beforeEach(() => {
  now = 1000
  shown = new Signal<{ storyboardId: string; parts: Parts } | null>(null)
  due = new Signal(playback('a', 500))
  active = new Signal<TakeoverNotice | null>(null)
  frames = new FirstFrames({
    director: { shown },
    playback: { now: due },
    takeover: { active },
    now: () => now,
  })
})

it('has no time while nothing shows', () => {
  expect([frames.partAt('group'), frames.partAt('device'), frames.storyboardAt()]).toEqual([null, null, null])
})

it('keeps the first time of each part, and updates only the part that changed', () => {
  shown.set({ storyboardId: 'a', parts: partsOf('g1', 'd1') })
  now = 2000
  shown.set({ storyboardId: 'a', parts: partsOf('g1', 'd2') })
  expect([frames.partAt('group'), frames.partAt('device'), frames.storyboardAt()]).toEqual([1000, 2000, 1000])
})

it('has no time for a storyboard that is due but not visible yet', () => {
  shown.set({ storyboardId: 'a', parts: partsOf('g1', 'd1') })
  due.set(playback('b', 1500))
  expect(frames.storyboardAt()).toBeNull()
  now = 3000
  shown.set({ storyboardId: 'b', parts: partsOf('g1', 'd1') })
  expect(frames.storyboardAt()).toBe(3000)
})

it('treats a storyboard that starts again as new', () => {
  shown.set({ storyboardId: 'a', parts: partsOf('g1', 'd1') })
  due.set(playback('a', 4000))
  expect(frames.storyboardAt()).toBeNull()
})

it('separates the time of a takeover from that of its storyboard', () => {
  shown.set({ storyboardId: 'a', parts: partsOf('g1', 'd1') })
  expect(frames.takeoverAt()).toBeNull()
  now = 5000
  active.set({ id: 'fire' } as TakeoverNotice)
  now = 6000
  shown.set({ storyboardId: 'a', parts: partsOf('g2', 'd1') })
  expect([frames.takeoverAt(), frames.storyboardAt()]).toEqual([5000, 1000])
  active.set(null)
  expect(frames.takeoverAt()).toBeNull()
})

it('forgets the times when the stage is empty, and stops when closed', () => {
  shown.set({ storyboardId: 'a', parts: partsOf('g1', 'd1') })
  shown.set(null)
  expect(frames.partAt('group')).toBeNull()
  frames.close()
  shown.set({ storyboardId: 'a', parts: partsOf('g1', 'd1') })
  expect(frames.partAt('group')).toBeNull()
})
