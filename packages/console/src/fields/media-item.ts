/** What controls know about a media item. URLs are ready to use. */
export interface MediaItem {
  id: string
  name: string
  mimetype: string
  /** A card, which has no fit. */
  isCard?: boolean
  thumbnail?: string
  /** Seconds, videos only. */
  duration?: number | null
}
