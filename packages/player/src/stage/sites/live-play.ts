import type { WebStream } from '@vitrine/contract/api/screens/web-page'
import type { MediaFile, MediaOptions } from '@vitrine/widgets/host'

/** A live video, and what shows while it is dead. */
export interface ShownStream extends Pick<WebStream, 'sound'> {
  address: string
  /** For reports. */
  name: string
  /** Sites that the organization allows; asked again each time. */
  sites: () => readonly string[]
  fallback: MediaFile | undefined
}

/** One try to play a live video, in a separate element. */
export interface LivePlay {
  element: HTMLElement
  /** Seconds; grows while it plays. */
  position: () => number
  /** Names its newest piece, for a live video: one that names the same again has not moved on. */
  edge: () => string | undefined
  /** Starts it at its live edge and calls back when a frame of it can be seen. */
  play: (shown: () => void) => void
  tune: () => void
  rest: () => void
  /** Loads nothing more; the last frame stays. */
  halt: () => void
  end: () => void
}

export interface LiveEvents {
  /** Its first frame is loaded; it waits for `play`. */
  ready: () => void
  failed: (problem: string) => void
}

export type OpenLive = (
  /** `staleEdge`: the newest piece of a live video that had stopped. */
  stream: ShownStream & { staleEdge: string | undefined },
  options: MediaOptions,
  events: LiveEvents,
) => LivePlay
