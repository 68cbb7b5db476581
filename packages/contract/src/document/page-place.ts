import type { Size } from './sizes.ts'

/** A page may lose this part of its length or height, which is unseen, unlike a black line beside it. */
const LOST_MOST = 0.005

/**
 * Where a page is on the screen, and its scale. It is shown whole and centered; on a screen of nearly its shape, such as
 * a page of 1920 × 1080 on one of 1366 × 768, it fills the screen.
 */
export function placeOf(page: Size, screen: Size): { left: number; top: number; scale: number } {
  const scales = [screen.width / page.width, screen.height / page.height]
  const filling = Math.max(...scales)
  const whole = Math.min(...scales)
  const scale = filling <= whole * (1 + LOST_MOST) ? filling : whole
  return {
    left: Math.round((screen.width - page.width * scale) / 2),
    top: Math.round((screen.height - page.height * scale) / 2),
    scale,
  }
}
