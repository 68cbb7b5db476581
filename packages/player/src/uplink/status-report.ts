import type { Heartbeat, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { Library } from '#downlink/library.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import { machineFacts, screenFacts, type Turn } from '#lib/screen.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Playback } from '#schedule/playback.ts'
import type { Director } from '#stage/director.ts'
import type { Visibility } from '#stage/visibility.ts'
import type { TakeoverWatch } from '#takeover/takeover.ts'
import type { FreeSpace } from './free-space.ts'
import type { FirstFrames } from './timing/first-frames.ts'

interface Options {
  clock: Pick<Clock, 'now' | 'monotonic' | 'error'>
  store: Pick<FileStore, 'kind'>
  library: Pick<Library, 'ready' | 'progress' | 'storedBytes' | 'isFull'>
  playback: Pick<Playback, 'now'>
  director: Pick<Director, 'shown' | 'failing'> & {
    front: Pick<NonNullable<Director['front']>, 'show'> | undefined
  }
  overlays: Pick<Director, 'failing'>
  takeover: Pick<TakeoverWatch, 'active'>
  visibility: Pick<Visibility, 'isCovered'>
  firstFrames: FirstFrames
  space: Pick<FreeSpace, 'bytes'>
  sound: () => ScreenFacts['sound']
  turn: () => Turn
  /** Absent until it is loaded, after the first picture. */
  inStep: () => Heartbeat['inStep']
  bootId: string
}

/** The content of a heartbeat: what this screen stores, shows and plays. */
export function statusReport(options: Options): () => Omit<Heartbeat, 'errors'> {
  const { clock, store, library, playback, director, takeover, visibility, firstFrames, space } = options
  const startedMonotonic = clock.monotonic()

  const playing = () => {
    const { storyboardId, reason, since } = playback.now.get()
    const isCovered = visibility.isCovered()
    return {
      storyboardId,
      pageId: director.front?.show.page.id ?? null,
      reason: isCovered ? ('takeover' as const) : reason,
      since: Math.round(since),
      failing: director.failing() ?? options.overlays.failing(),
      seenAt: isCovered ? firstFrames.takeoverAt() : firstFrames.storyboardAt(),
    }
  }

  return () => {
    const ready = library.ready.get()
    const shown = director.shown.get()?.parts ?? ready
    const { missing, total } = library.progress.get()
    return {
      screen: { ...screenFacts(store.kind, options.turn()), sound: options.sound() },
      held: { group: ready.group?.hash ?? '', device: ready.device?.hash ?? '' },
      shown: { group: shown.group?.hash ?? '', device: shown.device?.hash ?? '' },
      playing: playing(),
      download: { missing, total },
      shownAt: { group: firstFrames.partAt('group'), device: firstFrames.partAt('device') },
      takeoverId: takeover.active.get()?.id ?? null,
      bootId: options.bootId,
      // By the monotonic clock: correcting the wall clock must not move the start.
      startedAt: Math.round(clock.now() - (clock.monotonic() - startedMonotonic)),
      storage: { used: library.storedBytes(), room: library.isFull() ? 0 : space.bytes },
      clockError: clock.error(),
      inStep: options.inStep(),
      ...machineFacts,
    }
  }
}
