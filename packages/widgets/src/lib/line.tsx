import type { CSSProperties, ReactNode } from 'react'
import { FitText } from './fit-text.tsx'
import { useLetters } from './letters-context.ts'

interface Props {
  text: ReactNode
  /** The dependency if `text` is not a string. */
  measure?: string
  color: string
  left: number
  top: number
  width: number
  /** The line's height; the text fills it, but shrinks if it is too long. */
  height: number
  /** The font size, to match neighboring lines; by default as large as the height allows. */
  size?: number
  align?: 'left' | 'center' | 'right'
  bold?: boolean
  style?: CSSProperties
}

/** A single line of built-in text that fills its space, with tabular digits. */
export function Line(props: Props) {
  const { text, measure, color, left, top, width, height, size = lineSize(height) } = props
  const { align = 'left', bold = false, style } = props
  const letters = useLetters()
  return (
    <FitText
      text={text}
      measure={measure}
      font={{ isBold: bold, isItalic: false, alignment: align, font: 'IBM Plex Sans', size, ...letters }}
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
 * an average character is 0.6 of its size wide in the bundled font; `Line` shrinks wider text.
 */
export const sharedSize = (texts: readonly string[], width: number, height: number): number =>
  Math.min(lineSize(height), width / (0.6 * Math.max(1, ...texts.map((text) => [...text].length))))

/** Mirrors left edges for a right-to-left widget. */
export const mirrored =
  (dir: 'ltr' | 'rtl', whole: number) =>
  (left: number, width: number): number =>
    dir === 'rtl' ? whole - left - width : left

/** The side at which lines start. */
export const startOf = (dir: 'ltr' | 'rtl') => (dir === 'rtl' ? 'right' : 'left')
export const endOf = (dir: 'ltr' | 'rtl') => (dir === 'rtl' ? 'left' : 'right')
