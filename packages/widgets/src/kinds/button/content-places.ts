export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Wanted {
  box: Box
  /** The size of the letters. */
  letters: number
  place: 'before' | 'after' | 'above' | undefined
  hasWords: boolean
}

/** The icon's part of a row beside the words, and of a column above them. */
const BESIDE = 0.4
const ABOVE = 0.55

/** An icon's square, and the words' box beside or below it. `place` undefined: no icon. */
export function contentPlaces({ box, letters, place, hasWords }: Wanted): {
  icon: (Box & { width: number }) | undefined
  words: Box
} {
  const { left, top, width, height } = box
  if (place === undefined) return { icon: undefined, words: box }
  const square = (x: number, y: number, size: number): Box => ({ left: x, top: y, width: size, height: size })
  if (!hasWords) {
    const size = Math.min(width, height)
    return { icon: square(left + (width - size) / 2, top + (height - size) / 2, size), words: box }
  }
  if (place === 'above') {
    const size = Math.min(width, height * ABOVE)
    const used = size * 1.05
    return {
      icon: square(left + (width - size) / 2, top, size),
      words: { left, top: top + used, width, height: height - used },
    }
  }
  const size = Math.min(height, width * BESIDE, letters * 1.6)
  const used = size * 1.25
  const y = top + (height - size) / 2
  return place === 'before'
    ? { icon: square(left, y, size), words: { left: left + used, top, width: width - used, height } }
    : { icon: square(left + width - size, y, size), words: { left, top, width: width - used, height } }
}
