/** Layout pixels per second: readable in low strips, and in high ones that are seen from far away. */
const pace = (height: number) => Math.max(50, Math.min(300, height * 1.3))

/** The part of a strip's width that a still strip moves on by, which leaves some words in view. */
const STEP = 0.8
/** Long enough to read a strip. */
const STEP_SECONDS = 6

/**
 * How a strip of text moves by its whole length, in layout pixels. `reduced`: it jumps instead of scrolling, and stays
 * if all of it fits.
 */
export function movement(
  length: number,
  { width, height }: { width: number; height: number },
  reduced: boolean,
): { seconds: number; easing: string } {
  if (!reduced) return { seconds: length / pace(height), easing: 'linear' }
  const steps = Math.max(1, Math.ceil(length / (width * STEP)))
  return { seconds: steps * STEP_SECONDS, easing: `steps(${steps}, end)` }
}
