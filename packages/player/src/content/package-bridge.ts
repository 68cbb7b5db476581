/**
 * What hidden pages on the content origin tell the player: that one came, that its worker is there, that everything was
 * erased. `asks` brings a port for the `FileAnswer`; `bytes` where
 * the worker takes them: one of an earlier version, which a screen has until it is online, takes blobs only.
 */
export type FromKeeper =
  | { keeper: 'here' }
  | { keeper: 'ready' }
  | { keeper: 'forgotten' }
  | { keeper: 'failed'; reason: string }
  | { keeper: 'asks'; hash: string; path: string; bytes: boolean }

/**
 * `file` has its bytes, or is a blob where they are many. The worker does so little that what it lets go of lies there
 * for hours, and each blob takes some memory of three processes as long.
 */
export interface FileAnswer {
  file: ArrayBuffer | Blob | null
}

/** How the caches of that origin's own worker are called. */
export const OWN_CACHES = 'vitrine-content-'
