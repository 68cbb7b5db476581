/**
 * Messages from hidden pages on the content origin to the player: page loaded, worker ready, everything erased.
 * `ready` transfers a port for `ToBridge`, except from a keeper of an earlier version. `asks` transfers a port for
 * the `FileAnswer`; `bytes` if the worker accepts them (earlier versions accept blobs only).
 */
export type FromBridge =
  | { keeper: 'here' }
  | { keeper: 'ready' }
  | { keeper: 'forgotten' }
  | { keeper: 'failed'; reason: string }
  | { keeper: 'asks'; hash: string; path: string; bytes: boolean }

/**
 * `file` is bytes, or a blob if it is large. The worker is so idle that its garbage stays for hours, and each blob
 * occupies memory in three processes until it is collected.
 */
export interface FileAnswer {
  file: ArrayBuffer | Blob | null
  /** The sites that the package's pages may frame; absent: any. */
  sites?: readonly string[]
}

/** For machines whose browser blocks sites that aren't allowed. */
export interface FrameRules {
  sites: readonly string[]
  /** Shown instead of a blocked site, with `{host}`. */
  text: string
}

/** Messages to the keeper: is it alive, and when have the frames whose path starts with `painted` painted? */
export type ToBridge = ({ ping: true } | { painted: string; id: number }) & {
  /** Absent: packages may frame anything. */
  frames?: FrameRules
}

/** `id`: of the answered request; absent for a ping, and for what wasn't requested. */
export interface BridgeAnswer {
  id?: number
  /** The path of the touched frame, and the text of the touched control. */
  touched?: { path: string; label: string }
  /** The path of the frame with a site that isn't allowed, and that site. */
  blocked?: { path: string; host: string }
}
