import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Parts, readPart } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'
import { Playback } from '#schedule/playback.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { TakeoverWatch } from './takeover.ts'

const START = Date.parse('2026-06-01T12:00:00Z')
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(START)
})
afterEach(() => void vi.useRealTimers())
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

const story = (id: string) =>
  contentOf([{ id, mode: 'AUTO', items: [{ page: colorPage(`page-${id}`, 'red'), seconds: 5 }] }])
const fire = (storyboardId: string | null = null) => ({
  id: 'fire',
  title: 'Fire',
  text: '',
  tone: 'danger' as const,
  storyboardId,
  startedAt: START,
  endsAt: START + 60_000,
})
const partsWith = (
  takeover: ReturnType<typeof fire> | undefined,
  content = contentOf([]),
  earlierTakeovers: ReturnType<typeof fire>[] = [],
): Parts => ({
  group: readPart(
    'group',
    partOf(1, groupPart(story('daily'), scheduleOf('daily', { activeFrom: START - 1000 }))),
  ),
  device: readPart(
    'device',
    partOf(2, { ...devicePart(null, content), ...(takeover && { takeover, earlierTakeovers }) }),
  ),
})

it('shows from the moment it arrives until its end, and ends immediately when canceled', async () => {
  const latest = new Signal<Parts>(partsWith(undefined))
  const watch = new TakeoverWatch({ latest }, new Clock())
  expect(watch.active.get()).toBeNull()
  latest.set(partsWith(fire()))
  expect(watch.active.get()?.id).toBe('fire')
  await advance(59)
  expect(watch.active.get()?.id).toBe('fire')
  await advance(2)
  expect(watch.active.get()).toBeNull()
  latest.set(partsWith({ ...fire(), endsAt: START + 600_000 }))
  latest.set(partsWith(undefined))
  expect(watch.active.get()).toBeNull()
  watch.close()
})

it('plays its storyboard before everything else, and yields to what is due afterwards', async () => {
  const ready = new Signal<Parts>(partsWith(fire('alarm'), story('alarm')))
  const playback = new Playback({ ready }, new Clock())
  expect(playback.now.get()).toMatchObject({ storyboardId: 'alarm', reason: 'takeover', since: START })
  playback.choose('daily')
  expect(playback.now.get().reason).toBe('takeover')
  await advance(61)
  expect(playback.now.get()).toMatchObject({ storyboardId: 'daily', reason: 'default' })
  // Its files are missing: the current content keeps playing under the message.
  ready.set(partsWith({ ...fire('missing'), endsAt: START + 600_000 }))
  expect(playback.now.get().storyboardId).toBe('daily')
  playback.close()
})

it('yields to an earlier one that outlasts it', async () => {
  const earlier = { ...fire('alarm'), id: 'storm', startedAt: START - 5000, endsAt: START + 600_000 }
  const parts = new Signal<Parts>(partsWith(fire(), story('alarm'), [earlier]))
  const clock = new Clock()
  const watch = new TakeoverWatch({ latest: parts }, clock)
  const playback = new Playback({ ready: parts }, clock)
  expect(watch.active.get()?.id).toBe('fire')
  expect(playback.now.get().reason).toBe('default')
  await advance(61)
  expect(watch.active.get()?.id).toBe('storm')
  expect(playback.now.get()).toMatchObject({
    storyboardId: 'alarm',
    reason: 'takeover',
    since: START - 5000,
  })
  await advance(600)
  expect(watch.active.get()).toBeNull()
  expect(playback.now.get().reason).toBe('default')
  watch.close()
  playback.close()
})

it('plays its storyboard on a screen whose clock is slightly behind, as soon as it has started there', async () => {
  const ready = new Signal<Parts>(partsWith({ ...fire('alarm'), startedAt: START + 40 }, story('alarm')))
  const playback = new Playback({ ready }, new Clock())
  expect(playback.now.get()).toMatchObject({ storyboardId: 'daily', until: START + 40 })
  await advance(1)
  expect(playback.now.get()).toMatchObject({ storyboardId: 'alarm', reason: 'takeover' })
  playback.close()
})
