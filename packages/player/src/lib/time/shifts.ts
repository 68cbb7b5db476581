/** Offsets that a still image cycles through, to keep its edges from burning in. */
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

/** The same for all of the picture, in percent of the screen: another every minute. */
export function shiftOf(now: number): { transform: string } {
  const [x, y] = SHIFTS[Math.floor(now / 60_000) % SHIFTS.length] ?? SHIFTS[0]
  return { transform: `translate(${x}%, ${y}%)` }
}
