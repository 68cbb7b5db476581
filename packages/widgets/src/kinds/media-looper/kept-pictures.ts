/** The total limit: about thirty full HD pictures. */
const PIXELS_MOST = 64_000_000

type Picture = Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>

/**
 * A cache of recently shown pictures by URL. Browsers keep a decoded picture only while it is referenced; without
 * this cache, each turn would decode it again and free the memory late.
 */
export class KeptPictures<P extends Picture> {
  private readonly pictures = new Map<string, P>()
  private pixels = 0

  /** The caller owns the picture until it returns it. */
  take(url: string): P | undefined {
    const picture = this.pictures.get(url)
    if (picture) {
      this.pictures.delete(url)
      this.pixels -= sizeOf(picture)
    }
    return picture
  }

  /**
   * Returns whether it is kept. Evicts the least recently returned pictures without clearing `src`, because Chromium
   * leaks an image whose URL is removed while it is outside the document.
   */
  giveBack(url: string, picture: P): boolean {
    if (sizeOf(picture) === 0 || this.pictures.has(url)) return false
    this.pictures.set(url, picture)
    this.pixels += sizeOf(picture)
    for (const oldest of this.pictures.keys()) {
      if (this.pixels <= PIXELS_MOST) break
      this.take(oldest)
    }
    return true
  }
}

/** 0 for one that failed to load. */
const sizeOf = ({ naturalWidth, naturalHeight }: Picture) => naturalWidth * naturalHeight
