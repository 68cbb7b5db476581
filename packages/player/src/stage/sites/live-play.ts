import type { WebStream } from '@vitrine/contract/api/content/web-page'
import type { MediaFile, MediaOptions } from '@vitrine/widgets/host'

/** A live video, and its fallback while it is unavailable. */
export interface ShownStream extends Pick<WebStream, 'sound'> {
  address: string
  /** For reports. */
  name: string
  /** The organization's allowed sites, evaluated each time. */
  sites: () => readonly string[]
  fallback: MediaFile | undefined
}

/** An attempt to play a live video, in its own element. */
export interface LivePlay {
  element: HTMLElement
  /** In seconds; increases while it plays. */
  position: () => number
  /** Identifies a live video's newest segment: an unchanged one means that it has stalled. */
  edge: () => string | undefined
  /** Starts at the live edge and calls back when a frame is visible. */
  play: (shown: () => void) => void
  tune: () => void
  rest: () => void
  /** Stops loading; the last frame stays. */
  halt: () => void
  end: () => void
}

export interface LiveEvents {
  /** The first frame has loaded; it waits for `play`. */
  ready: () => void
  failed: (problem: string) => void
}

export type OpenLive = (
  /** `staleEdge`: the newest segment of a live video that had stalled. */
  stream: ShownStream & { staleEdge: string | undefined },
  options: MediaOptions,
  events: LiveEvents,
) => LivePlay
