/** What the hidden page on the content origin tells the player. `asks` brings a port for the `FileAnswer`. */
export type FromKeeper =
  | { keeper: 'ready' }
  | { keeper: 'failed'; reason: string }
  | { keeper: 'asks'; hash: string; path: string }

export interface FileAnswer {
  file: Blob | null
}

/** What the player tells the hidden page when the screen leaves its organization. */
export const FORGET = 'forget'
