/** The longer side of a media thumbnail, in pixels. */
const THUMBNAIL_SIDE = 320

/**
 * Whether a media item's thumbnail looks like the item itself, in a page that is drawn `across` pixels wide. Thumbnails
 * have a gray ground, which covers what a transparent image leaves visible, and show a sign for packages.
 */
export function isLikeness(mimetype: string, across: number, density = window.devicePixelRatio): boolean {
  if (mimetype.startsWith('video/')) return true
  return mimetype === 'image/jpeg' && across * density <= THUMBNAIL_SIDE
}
