/**
 * What hidden pages on the content origin tell the player: that the page loaded, that its worker is ready, that everything
 * was erased. `ready` brings a port for `ToBridge`; a keeper of an earlier version, which a screen uses until it is online,
 * brings none. `asks` brings a port for the `FileAnswer`; `bytes` if the worker takes them: an earlier version takes blobs
 * only.
 */
export type FromBridge =
  | { keeper: 'here' }
  | { keeper: 'ready' }
  | { keeper: 'forgotten' }
  | { keeper: 'failed'; reason: string }
  | { keeper: 'asks'; hash: string; path: string; bytes: boolean }

/**
 * `file` has its bytes, or a blob if it is large. The worker is so idle that its garbage stays for hours, and each
 * blob occupies memory in three processes until it is collected.
 */
export interface FileAnswer {
  file: ArrayBuffer | Blob | null
}

/** Over the keeper's port: is it alive, and when have the frames whose path starts with `painted` drawn something? */
export type ToBridge = { ping: true } | { painted: string; id: number }

/** `id`: of the question that the keeper answers; absent for a ping, and for a touch, which comes unasked. */
export interface BridgeAnswer {
  id?: number
  /** The path of the frame that a person touched, and the words of what they touched. */
  touched?: { path: string; label: string }
}

/** How the caches of that origin's own worker are called. */
export const OWN_CACHES = 'vitrine-content-'
