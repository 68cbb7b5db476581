import type { CSSProperties, ReactNode } from 'react'
import { FitText } from './fit-text.tsx'

interface Props {
  text: ReactNode
  /** What to depend on if `text` is not a string. */
  measure?: string
  color: string
  left: number
  top: number
  width: number
  /** Of the line; letters are as high as it allows, lower when the text is too long. */
  height: number
  /** Font size, to match neighboring lines; by default as large as the height allows. */
  size?: number
  align?: 'left' | 'center' | 'right'
  bold?: boolean
  style?: CSSProperties
}

/** One line of a widget's own making, as large as its room, with digits of equal width. */
export function Line(props: Props) {
  const { text, measure, color, left, top, width, height, size = lineSize(height) } = props
  const { align = 'left', bold = false, style } = props
  return (
    <FitText
      text={text}
      measure={measure}
      font={{ isBold: bold, isItalic: false, alignment: align, font: 'IBM Plex Sans', size }}
      color={color}
      left={left}
      top={top}
      width={width}
      height={height}
      vertical="middle"
      lines="one"
      style={{ fontVariantNumeric: 'tabular-nums', ...style }}
    />
  )
}

const lineSize = (height: number) => height / 1.3

/**
 * A font size at which each of several texts fits a line of this width and height, for a uniform look. An estimate:
 * an average letter is 0.6 of its size wide in the bundled family; `Line` shrinks wider text.
 */
export const sharedSize = (texts: readonly string[], width: number, height: number): number =>
  Math.min(lineSize(height), width / (0.6 * Math.max(1, ...texts.map((text) => [...text].length))))

/** Left edges on a widget that reads from right to left, from those of one that reads from left to right. */
export const mirrored =
  (dir: 'ltr' | 'rtl', whole: number) =>
  (left: number, width: number): number =>
    dir === 'rtl' ? whole - left - width : left

/** The side that lines begin at. */
export const startOf = (dir: 'ltr' | 'rtl') => (dir === 'rtl' ? 'right' : 'left')
export const endOf = (dir: 'ltr' | 'rtl') => (dir === 'rtl' ? 'left' : 'right')
