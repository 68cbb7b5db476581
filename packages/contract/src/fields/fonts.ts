/** The sizes that texts can have: 10 to 30 in steps of 2. */
export const FONT_SIZES: readonly number[] = Array.from({ length: 11 }, (_, index) => 10 + 2 * index)
