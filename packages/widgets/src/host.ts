import type { LayoutDocument } from '@vitrine/contract/api/page-document'
import type { StepKind } from '@vitrine/contract/api/screens/screen-report'
import type { WebPage } from '@vitrine/contract/api/screens/web-page'
import type { Feed, PrayerTimes, Weather } from '@vitrine/contract/api/widget-data'
import type { Action, Verb } from '@vitrine/contract/document/actions'
import type { SourceData } from '@vitrine/contract/document/source-data'
import type { Fit, Focus } from '@vitrine/contract/fields/kinds/media-zone'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'

/** `design`: being edited, nothing navigates. `preview`: tried out. `play`: on a screen. */
export type Mode = 'design' | 'preview' | 'play'

/** A file that a widget shows. The creator of the `url` revokes it. */
export interface MediaFile {
  /** For a package: the address of its index.html. */
  url: string
  mimetype: string
  name?: string
  width?: number | null
  height?: number | null
  /** Seconds; without it a video's own length is known only once it has loaded. */
  duration?: number | null
  /** For a package: whether its URL responds. If it doesn't, the frame would show an error page without any event. */
  isThere?: () => Promise<boolean>
  /** For a package: watches its frame. `died` is called when its process crashes or hangs. */
  follow?: (died: () => void) => FollowedFrame
  /** Rights of the frame that a package runs in; none but `allow-scripts` when absent. */
  sandbox?: string
  /** A web page. Screens `show` it; elsewhere a card with its host is drawn. */
  web?: WebPage
  show?: (options: MediaOptions, events: MediaEvents) => ShownMedium
  /** A card in a media zone: its page is drawn instead of a file. */
  page?: LayoutDocument
}

export interface FollowedFrame {
  /** Resolves when the loaded frame can be shown without a gap. */
  painted: () => Promise<void>
  end: () => void
}

/** What a shown medium tells the zone; each at most once, the first of the two. */
export interface MediaEvents {
  ready: () => void
  failed: (error: Error) => void
  /** Called on a failure; it keeps its last picture and retries. */
  trouble?: (error: Error) => void
}

/** One medium on one layer: created hidden, shown when its first frame is loaded, then destroyed. */
export interface ShownMedium {
  element: HTMLElement
  /** Whether it can be shown without a black or empty frame. */
  isReady: () => boolean
  /** A video's own length in seconds, once known. */
  length: () => number | undefined
  /** Starts it `offset` seconds in and calls back when a frame of it can be seen. */
  start: (offset: number, shown: () => void) => void
  /** Keeps a video that moves at the place where it ought to be: they are a little slow, above all from end to start. */
  follow: (offset: number) => void
  /** Takes up a changed volume. */
  tune: () => void
  /** Holds it at the frame that is seen. */
  rest: () => void
  /** False while it ought to move and does not. */
  alive: () => boolean
  dispose: () => void
}

export interface MediaOptions {
  fit: Fit
  focus: Focus
  /** How loud it is now, 0 to 1; asked again each time. */
  volume: () => number
  /** Whether it is heard, where it should be. */
  sounds: (heard: boolean) => void
  /** Whether it starts over when it is shorter than its time on screen. */
  loop: boolean
  /** Whether videos move now; asked again each time. */
  motion: () => boolean
  /** How many seconds behind its place a video started, or plays. */
  measured: (kind: StepKind, behind: number) => void
  /** Where a video will be started. */
  offset: number
}

/** Data that changes; `get` answers the same object until it does, `undefined` while there is none. */
export interface Source<T> {
  get: () => T | undefined
  subscribe: (listener: () => void) => () => void
}

/** What a touch action tells a media zone. `order` is zero-based. */
export interface ZoneCommand {
  verb: Extract<Verb, 'LOAD_NEXT_MEDIA' | 'LOAD_PREVIOUS_MEDIA' | 'LOAD_MEDIA_BY_ORDER'>
  order: number | null
}

/** Text, a number of stars, or the values ticked. */
export type AnswerValue = string | number | string[]

/**
 * All that widgets can access: no other network, clock, or storage. When a value changes (a file arrives), the host is a
 * new object; sources and the clock notify their subscribers.
 */
export interface Host {
  mode: Mode
  /** BCP 47, for dates, numbers and the widgets' few own words. */
  locale: string
  dir: 'ltr' | 'rtl'
  /** False: no animation (the designer's "pause motion", thumbnails, reduced motion). */
  motion: boolean
  /** Milliseconds since 1970 UTC, the same on all screens. */
  now: () => number
  /** The time zone of the dates of media; an IANA name. */
  timeZone: string
  /** Milliseconds of a monotonic clock, for durations. */
  monotonic: () => number
  /** How loud media may be, 0 to 1; zones may be silent all the same. */
  volume: number
  /** The instant that media zones count their rounds from; 0 is 1970, one for all. */
  since: number
  /** Calls about once a second, at the turn of the second. */
  onTick: (listener: () => void) => () => void
  /** `undefined` for what does not exist or is not there yet. */
  media: (mediaId: string) => MediaFile | undefined
  weather: (location: string) => Source<Weather>
  prayer: (location: string, method: number) => Source<PrayerTimes>
  feed: (url: string) => Source<Feed>
  /** Sites that may be opened, as of `sites/allowed-sites.ts`; asked again each time. */
  sites: () => readonly string[]
  /** The rows of a data source of the organization, by the `searchKey` of its name. */
  source: (key: string) => Source<SourceData>
  /** A viewer touched a widget that has actions. */
  run: (widgetId: string, actions: readonly Action[]) => void
  /** Stores a viewer's answer. `''` or `[]` withdraws it. */
  answer: (widgetId: string, value: AnswerValue) => void
  onCommand: (widgetId: string, listener: (command: ZoneCommand) => void) => () => void
  /** A media zone shows another entry. `order` is zero-based. */
  reportProgress: (widgetId: string, shown: { mediaId: string; order: number }) => void
  /** A video plays that should be heard: it is, or the browser refused and it plays without sound. */
  reportSound: (heard: boolean) => void
  /** How many milliseconds behind the clock a video started, or plays; negative when ahead. */
  reportStep: (kind: StepKind, behind: number) => void
  /** A widget failed at something; it continues with the rest. */
  reportError: (widgetId: string, error: unknown) => void
}

const none: Source<never> = { get: () => undefined, subscribe: () => () => {} }

/** Languages that are read from the right, by the first part of their tags. */
const FROM_THE_RIGHT: readonly string[] = ['ar', 'fa', 'he', 'ur']
const directionOf = (locale: string): Host['dir'] =>
  FROM_THE_RIGHT.includes(locale.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'

/**
 * An empty host plus the given parts: for thumbnails, tests, and as the base of real hosts. Its clock never advances and
 * serves as the monotonic one too; its direction follows its locale.
 */
export const hostWith = (parts: Partial<Host>): Host => ({
  mode: 'play',
  locale: 'en-us',
  dir: directionOf(parts.locale ?? ''),
  motion: true,
  volume: 1,
  now: () => 0,
  timeZone: DEFAULT_TIMEZONE,
  monotonic: parts.now ?? (() => 0),
  since: 0,
  onTick: () => () => {},
  media: () => undefined,
  weather: () => none,
  prayer: () => none,
  feed: () => none,
  sites: () => [],
  source: () => none,
  run: () => {},
  answer: () => {},
  onCommand: () => () => {},
  reportProgress: () => {},
  reportSound: () => {},
  reportStep: () => {},
  reportError: () => {},
  ...parts,
})

/** What a renderer gets. `size` in layout pixels. */
export interface WidgetProps<S> {
  id: string
  settings: S
  size: { width: number; height: number }
  host: Host
}
