import type { PageShape } from './layout-document.ts'
import { placeOf } from './page-place.ts'
import { scaleIn } from './page-shape.ts'
import type { Size } from './sizes.ts'

/** The share of a screen that a page may leave empty without a word. */
const EMPTY_MOST = 0.02
/** Letters with fewer pixels aren't legible on any screen. */
const LEGIBLE_PIXELS = 9

export interface Misfit {
  /** Hundredths of the screen that are empty; 0: it is filled. */
  empty: number
  /** The size of the smallest letters on the screen in pixels, if that is too small; null: it isn't. */
  letters: number | null
}

interface FittedPage extends Size {
  shape?: PageShape
}

/** Whether a page is drawn smaller than it was made. */
export const isShrunk = (page: Size, screen: Size): boolean => scaleIn(page, screen) < 1

/**
 * How badly a page fits a screen of another size; undefined if it fits. `letters`: the size of its smallest letters in
 * layout pixels; undefined if it has none.
 */
export function misfitOf(page: FittedPage, screen: Size, letters?: number): Misfit | undefined {
  const share = page.shape === 'screen' ? 0 : emptyShare(page, screen)
  const scale = scaleIn(page, screen)
  const drawn = letters === undefined || scale >= 1 ? LEGIBLE_PIXELS : letters * scale
  const isLegible = drawn >= LEGIBLE_PIXELS
  if (share <= EMPTY_MOST && isLegible) return undefined
  return {
    empty: share <= EMPTY_MOST ? 0 : Math.round(share * 100),
    letters: isLegible ? null : Math.max(1, Math.floor(drawn)),
  }
}

/** The share of the screen beside a page. */
function emptyShare(page: Size, screen: Size): number {
  const { scale } = placeOf(page, screen)
  const across = Math.min(1, (page.width * scale) / screen.width)
  const down = Math.min(1, (page.height * scale) / screen.height)
  return 1 - across * down
}
