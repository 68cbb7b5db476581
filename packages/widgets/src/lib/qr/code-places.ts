import { mirrored } from '#lib/line.tsx'

/** Bytes of a code's text: larger codes have modules that phones can't tell apart across a room. */
const BYTES_MAX = 1000
/** Between a code and the words beside it, in sizes of the code. */
const BESIDE = 0.12

interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Wanted {
  width: number
  height: number
  dir: 'ltr' | 'rtl'
  /** The height of a line of the words; 0 if there are none. */
  line: number
  /** The most of the box that the code takes, 0 to 1. */
  share?: number
  /** No code below this size. */
  least?: number
  /** Between the code and the words below it, in sizes of the code. */
  gap?: number
}

/** A code's square and the words' box: beside each other in a wide box, below each other in others. */
export function codePlaces({ width, height, dir, line, share = 1, least = 0, gap = 0 }: Wanted): {
  code: Box | undefined
  words: Box
  isBeside: boolean
} {
  const isBeside = line > 0 && width > height * 1.8
  const most = isBeside
    ? Math.min(height, width * share)
    : Math.min(width, height * share, (height - line * 1.6) / (1 + gap))
  const size = Math.max(0, most)
  const all = { left: 0, top: 0, width, height }
  if (size < least || size === 0) return { code: undefined, words: all, isBeside }
  const square = (left: number, top: number) => ({ left, top, width: size, height: size })
  if (line === 0) return { code: square((width - size) / 2, (height - size) / 2), words: all, isBeside }
  if (!isBeside) {
    const top = size + size * gap
    return {
      code: square((width - size) / 2, 0),
      words: { left: 0, top, width, height: height - top },
      isBeside,
    }
  }
  const x = mirrored(dir, width)
  const start = size + size * BESIDE
  const rest = width - start
  return {
    code: square(x(0, size), 0),
    words: { left: x(start, rest), top: 0, width: rest, height },
    isBeside,
  }
}

/** The text of a code; '' for one that is too long. */
export function codeText(text: string): string {
  const trimmed = text.trim()
  return new TextEncoder().encode(trimmed).length > BYTES_MAX ? '' : trimmed
}
