import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { ShownWebPage } from '@vitrine/contract/api/content/web-page'
import type { Feed, PrayerTimes, Weather } from '@vitrine/contract/api/data/widget-data'
import type { StepKind } from '@vitrine/contract/api/screens/screen-report'
import { directionOf } from '@vitrine/contract/document/page-languages'
import type { SourceData } from '@vitrine/contract/document/source-data'
import type { Action, Verb } from '@vitrine/contract/fields/actions'
import type { FilesRule } from '@vitrine/contract/fields/files-rule'
import type { Fit, Focus } from '@vitrine/contract/fields/kinds/media-zone'
import type { FontFace } from '@vitrine/contract/fields/own-font'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'

/** `design`: being edited, without navigation. `preview`: interactive. `play`: on a screen. */
export type Mode = 'design' | 'preview' | 'play'

/** A file that a widget shows. The creator of the `url` revokes it. */
export interface MediaFile {
  /** For a package: the URL of its index.html. */
  url: string
  mimetype: string
  name?: string
  width?: number | null
  height?: number | null
  /** In seconds, of its picture; without it, a video's length is known only once it has loaded. */
  duration?: number | null
  /** For a video. `text` resolves to WebVTT, undefined if there is none now; `key` changes with it. */
  captions?: { key: string; language: string; text: () => Promise<string | undefined> }
  /** For a package: whether its URL responds. If it doesn't, the frame would show an error page without any event. */
  isThere?: () => Promise<boolean>
  /** For a package: monitors its frame. `died` is called when its process crashes or hangs. */
  follow?: (died: () => void) => FollowedFrame
  /** The sandbox of a package's frame; only `allow-scripts` if absent. */
  sandbox?: string
  /** A web page. Screens `show` it; elsewhere a card with its host is rendered. */
  web?: ShownWebPage
  show?: (options: MediaOptions, events: MediaEvents) => ShownMedium
  /** For a font: what it draws. */
  face?: FontFace
  /** A card in a media zone: its page is rendered instead of a file. */
  page?: LayoutDocument
  /** For an image that may be animated: a new address, with which its animation begins; undefined for a still. */
  fresh?: () => Promise<FreshAddress | undefined>
}

export interface FreshAddress {
  url: string
  /** Nothing shows it any more. */
  end: () => void
}

export interface FollowedFrame {
  /** Resolves when the loaded frame can be shown without a gap. */
  painted: () => Promise<void>
  end: () => void
}

/** Events from a media item to its zone; each at most once, and only the first of the two. */
export interface MediaEvents {
  ready: () => void
  failed: (error: Error) => void
  /** Called on a failure after which it keeps its last picture and retries. */
  trouble?: (error: Error) => void
}

/** A media item on a layer: created hidden, shown when its first frame has loaded, then destroyed. */
export interface ShownMedium {
  element: HTMLElement
  /** Whether it can be shown without a black or empty frame. */
  isReady: () => boolean
  /** A video's length in seconds, once known. */
  length: () => number | undefined
  /** Starts at `offset` seconds and calls back when a frame is visible. */
  start: (offset: number, shown: () => void) => void
  /** Keeps a playing video in sync: videos lag slightly, especially when they loop. */
  follow: (offset: number) => void
  /** Applies a changed volume. */
  tune: () => void
  /** Pauses at the visible frame. */
  rest: () => void
  /** False while it should play but has stalled. */
  alive: () => boolean
  dispose: () => void
}

export interface MediaOptions {
  fit: Fit
  focus: Focus
  /** The current volume, 0 to 1, evaluated each time. */
  volume: () => number
  /** Whether a video shows its captions. */
  captions: boolean
  /** Reports whether an unmuted item is audible. */
  sounds: (heard: boolean) => void
  /** Whether it loops if it is shorter than its time on screen. */
  loop: boolean
  /** Whether videos play now, evaluated each time. */
  motion: () => boolean
  /** Reports by how many seconds a video started late, or lags. */
  measured: (kind: StepKind, behind: number) => void
  /** The position at which a video will start. */
  offset: number
}

/** An observable value; `get` returns the same object until it changes, `undefined` while there is none. */
export interface Source<T> {
  get: () => T | undefined
  subscribe: (listener: () => void) => () => void
}

/** A touch action's command to a media zone. `order` is zero-based. */
export interface ZoneCommand {
  verb: Extract<Verb, 'LOAD_NEXT_MEDIA' | 'LOAD_PREVIOUS_MEDIA' | 'LOAD_MEDIA_BY_ORDER'>
  order: number | null
}

/** A text, a number of stars, or the selected values. */
export type AnswerValue = string | number | string[]

/**
 * Everything that widgets can access: no other network, clock, or storage. When a value changes (such as when a file
 * arrives), the host is a new object; sources and the clock notify their subscribers.
 */
export interface Host {
  mode: Mode
  /** A BCP 47 tag, for dates, numbers and the widgets' built-in texts. */
  locale: string
  dir: 'ltr' | 'rtl'
  /** The language in which pages are shown; without it, the page decides (`document/page-languages.ts`). */
  language?: string | undefined
  /** False: no animation (the designer's "pause motion", thumbnails, reduced motion). */
  motion: boolean
  /** Moves in full although the browser asks for less motion: a film of a page is for screens. */
  fullMotion?: boolean
  /** Milliseconds since 1970 UTC, the same on all screens. */
  now: () => number
  /** The time zone of media dates; an IANA name. */
  timeZone: string
  /** What rules of media zones' entries ask about the screen; without it, all of them hold. */
  traits?: ScreenTraits | undefined
  /** Milliseconds of a monotonic clock, for durations. */
  monotonic: () => number
  /** The maximum volume of media, 0 to 1; zones may be muted anyway. */
  volume: number
  /** The origin of media zones' loops; 0 is 1970, shared by all. */
  since: number
  /** Calls `listener` about once a second, on full seconds. */
  onTick: (listener: () => void) => () => void
  /** `undefined` if it doesn't exist or hasn't loaded. */
  media: (mediaId: string) => MediaFile | undefined
  /** The files that a list holds now, in an editor; screens get them in place of the list. */
  listed?: (rule: FilesRule) => readonly string[]
  weather: (location: string) => Source<Weather>
  prayer: (location: string, method: number) => Source<PrayerTimes>
  feed: (url: string) => Source<Feed>
  /** Allowed sites, as in `sites/allowed-sites.ts`, evaluated each time. */
  sites: () => readonly string[]
  /** The rows of a data source, by the `searchKey` of its name. */
  source: (key: string) => Source<SourceData>
  /** Called when a viewer touches a widget with actions. */
  run: (widgetId: string, actions: readonly Action[]) => void
  /** Stores a viewer's answer. `''` or `[]` withdraws it. */
  answer: (widgetId: string, value: AnswerValue) => void
  onCommand: (widgetId: string, listener: (command: ZoneCommand) => void) => () => void
  /** Called when a media zone shows another entry. `order` is zero-based. */
  reportProgress: (widgetId: string, shown: { mediaId: string; order: number }) => void
  /** Called when an unmuted video plays: it is audible, or the browser blocked its sound. */
  reportSound: (heard: boolean) => void
  /** Reports by how many milliseconds a video started late, or lags behind the clock; negative if it is ahead. */
  reportStep: (kind: StepKind, behind: number) => void
  /** Called when a widget failed partially; it continues with the rest. */
  reportError: (widgetId: string, error: unknown) => void
}

const none: Source<never> = { get: () => undefined, subscribe: () => () => {} }

/**
 * An empty host plus the given parts: for thumbnails, tests, and as the base of real hosts. Its clock never advances
 * and also serves as the monotonic one; its direction follows its locale.
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

/** A renderer's props. `size` in layout pixels. */
export interface WidgetProps<S> {
  id: string
  settings: S
  size: { width: number; height: number }
  host: Host
}
