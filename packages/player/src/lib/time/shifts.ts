/** Offsets that a still image cycles through, to prevent burn-in. */
export const SHIFTS = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [-2, 2],
  [-2, 0],
  [-2, -2],
  [0, -2],
  [2, -2],
] as const

/** The offset of the whole picture in percent of the screen, which changes every minute. */
export function shiftOf(now: number): { transform: string } {
  const [x, y] = SHIFTS[Math.floor(now / 60_000) % SHIFTS.length] ?? SHIFTS[0]
  return { transform: `translate(${x}%, ${y}%)` }
}
