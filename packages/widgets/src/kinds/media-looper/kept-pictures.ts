/** Of all that are kept: some thirty in full HD. */
const PIXELS_MOST = 64_000_000

type Picture = Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>

/**
 * Pictures that were shown lately, by address. A browser knows a picture that it decoded again only while something
 * holds it; one that is loaded anew at every turn is decoded anew, and the memory of each time is given back late.
 */
export class KeptPictures<P extends Picture> {
  private readonly pictures = new Map<string, P>()
  private pixels = 0

  /** A kept picture belongs to whoever took it, until it is given back. */
  take(url: string): P | undefined {
    const picture = this.pictures.get(url)
    if (picture) {
      this.pictures.delete(url)
      this.pixels -= sizeOf(picture)
    }
    return picture
  }

  /**
   * Answers whether it is kept. Those that were given back longest ago make room; they are let go as they are, because
   * Chromium holds an image for ever whose address is taken away while it is outside of the document.
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

/** Nothing for one that did not come. */
const sizeOf = ({ naturalWidth, naturalHeight }: Picture) => naturalWidth * naturalHeight
