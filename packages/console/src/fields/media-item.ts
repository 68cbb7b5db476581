import type { FontFace } from '@vitrine/contract/fields/own-font'

/** A media item as controls use it. URLs include their token. */
export interface MediaItem {
  id: string
  name: string
  mimetype: string
  /** For fonts only. */
  face?: FontFace
  /** A card, which has no fit setting. */
  isCard?: boolean
  thumbnail?: string
  /** In seconds, for videos only. */
  duration?: number | null
}
