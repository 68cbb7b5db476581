/** Where a picture that stands still is moved in turn, so that no edge stands on the same pixels for ever. */
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
