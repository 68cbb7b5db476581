/** The 20 consonants of RFC 8628 §6.1: no look-alikes, no words. */
export const PAIRING_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
export const PAIRING_LENGTH = 6
/** Minutes that a code is shown before the screen asks for a new one; claiming accepts it a little longer. */
export const PAIRING_MINUTES = 15

/** Shown on the screen and in the console, to tell a screen from the one next to it. Outlines in a box of 100. */
export const SHAPE_OUTLINES = {
  circle: 'M50 5a45 45 0 1 0 0 90a45 45 0 1 0 0-90Z',
  triangle: 'M50 8 96 90H4Z',
  square: 'M10 10h80v80H10Z',
  star: 'M50 4 61.8 37.6 97.6 38.5 69 60.2 79.4 94.5 50 74.2 20.6 94.5 31 60.2 2.4 38.5 38.2 37.6Z',
  diamond: 'M50 3 94 50 50 97 6 50Z',
  hexagon: 'M50 4 90 27v46L50 96 10 73V27Z',
} as const
export const SIGN_COLORS = {
  blue: '#639ff7',
  orange: '#ff9d4d',
  green: '#59d38c',
  pink: '#ff8ac2',
  yellow: '#f5d04e',
  violet: '#b18cff',
} as const

type Shape = keyof typeof SHAPE_OUTLINES
type Color = keyof typeof SIGN_COLORS
export const SHAPES = Object.keys(SHAPE_OUTLINES) as [Shape, ...Shape[]]
export const SHAPE_COLORS = Object.keys(SIGN_COLORS) as [Color, ...Color[]]
