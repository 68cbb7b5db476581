import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { Connection } from '#downlink/connection.ts'
import type { Library } from '#downlink/library.ts'
import type { Packages } from '#downlink/packages.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import type { Api } from '#lib/api.ts'
import type { Live } from '#lib/live.ts'
import type { Turn } from '#lib/screen.ts'
import type { Signal } from '#lib/signal.ts'
import type { State } from '#lib/state.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { LateOverlays } from '#overlays/late-overlays.ts'
import type { Playback } from '#schedule/playback.ts'
import type { Sharing } from '#sharing/sharing.ts'
import type { Director } from '#stage/director.ts'
import type { Visibility } from '#stage/visibility.ts'
import type { ZoneContents } from '#stage/zone-contents.ts'
import type { TakeoverWatch } from '#takeover/takeover.ts'
import type { Problems } from '#uplink/problems.ts'
import type { FirstFrames } from '#uplink/timing/first-frames.ts'

/** What a session needs of the screen that it runs on. Tests replace all of it. */
export interface Surroundings {
  api: Api
  clock: Clock
  store: FileStore
  state: State
  problems: Problems
  token: () => string | undefined
  onSecond: (listener: () => void) => () => void
  onUnpaired: () => void
  /** Called when the server's clock was set. */
  onTime: () => void
  /** Restarts the player. */
  reload: () => void
}

/** The parts of a session that show its content. */
export interface SessionParts {
  library: Library
  playback: Playback
  director: Director
  takeover: TakeoverWatch
  overlays: Pick<LateOverlays, 'shown' | 'changed' | 'seen' | 'failing'>
  visibility: Visibility
  connection: Connection
  firstFrames: FirstFrames
  zones: ZoneContents
  packages: Packages
  live: Live
  /** Called when rows have come that addresses may need. */
  takeRows: () => void
  /** 0 to 1. */
  volume: Signal<number>
  sound: Signal<ScreenFacts['sound']>
  /** Whether the screen shows its name. */
  identifying: Signal<boolean>
  device: () => DevicePart | undefined
  /** Whether a storyboard is on this screen. */
  has: (storyboardId: string) => boolean
  turn: () => Turn
  sharing: () => Promise<Sharing>
}
