import { solidColor } from '@vitrine/contract/fields/color'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { fontStyle } from './fonts/stacks.ts'
import { letterPaint } from './paint.ts'

/** The font size in layout pixels below which text is truncated with an ellipsis instead. */
const SMALLEST = { many: 6, one: 3 } as const
const LINE = 1.3
const JUSTIFY = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const
const LARGE = 40

interface Props {
  text: ReactNode
  /** The dependency if `text` is not a string. */
  measure?: string
  font: FontSettings
  color: string
  /** The available space, in layout pixels. */
  left?: number
  top?: number
  width: number
  height: number
  /** The vertical alignment of the lines. */
  vertical?: 'top' | 'middle'
  /** A single line never wraps, it only shrinks. */
  lines?: 'many' | 'one'
  style?: CSSProperties
}

/**
 * Text at its own size, shrunk only if it would not fit: never cut, and words are broken only as a last resort.
 * Direction follows the text; alignment is as configured.
 */
export function FitText(props: Props) {
  const {
    text,
    measure = text,
    font,
    color,
    left = 0,
    top = 0,
    width,
    height,
    vertical = 'top',
    lines = 'many',
    style,
  } = props
  const element = useRef<HTMLDivElement>(null)
  const lineHeight = font.lineHeight ? font.lineHeight / 100 : LINE
  // Text with a largest size grows to it.
  const wanted = font.maxSize || font.size
  const least = Math.min(font.minSize || 0, wanted)
  const side = font.vertical || vertical

  // biome-ignore lint/correctness/useExhaustiveDependencies: everything that changes what is measured
  useLayoutEffect(() => {
    const refit = () =>
      element.current &&
      fit(element.current, { width, height, lines, wanted, usual: font.size, least, line: lineHeight })
    refit()
    const faces = typeof document.fonts === 'object' ? document.fonts : undefined
    faces?.addEventListener('loadingdone', refit)
    return () => faces?.removeEventListener('loadingdone', refit)
  }, [measure, width, height, lines, vertical, JSON.stringify(font)])

  return (
    <div
      style={{
        position: 'absolute',
        left,
        top,
        width,
        height,
        overflow: 'hidden',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: JUSTIFY[side],
        color: solidColor(color),
        ...style,
      }}
    >
      <div
        ref={element}
        dir="auto"
        style={{
          ...fontStyle(font, color),
          ...letterPaint(color),
          width: '100%',
          flexShrink: 0,
          lineHeight,
          fontSize: wanted,
          whiteSpace: lines === 'one' ? 'nowrap' : 'pre-wrap',
          unicodeBidi: 'plaintext',
          // An embedding page may set transitions on everything, but a size in transition can't be measured.
          transitionProperty: 'none',
        }}
      >
        {text}
      </div>
    </div>
  )
}

interface Fitting {
  width: number
  height: number
  lines: 'many' | 'one'
  /** The largest font size, and the smallest; 0 for the usual one. */
  wanted: number
  least: number
  /** The size of text that doesn't grow. */
  usual: number
  /** The line height, in font sizes. */
  line: number
}

/** Finds the largest font size up to `wanted` at which the element fits, in half pixels. */
function fit(element: HTMLElement, { width, height, lines, wanted, least, usual, line }: Fitting) {
  const { style } = element
  const set = (size: number, breaking: boolean) => {
    style.fontSize = `${size}px`
    style.overflowWrap = breaking ? 'break-word' : 'normal'
  }
  // Half a pixel: scrollHeight rounds up fractional line heights. A box between two pixels may be a whole one wider
  // than its space, and scrollWidth is never less than the box.
  const fits = () =>
    element.scrollHeight <= height + 0.5 && element.scrollWidth <= Math.max(width + 0.5, element.clientWidth)
  style.display = 'block'
  style.removeProperty('-webkit-line-clamp')
  style.removeProperty('overflow')
  style.removeProperty('text-overflow')
  const search = (from: number, breaking: boolean): boolean => {
    set(wanted, breaking)
    if (fits()) return true
    let low = Math.floor(from * 2)
    let high = Math.floor(wanted * 2)
    set(low / 2, breaking)
    if (!fits()) return false
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      set(middle / 2, breaking)
      if (fits()) low = middle
      else high = middle
    }
    set(low / 2, breaking)
    return true
  }
  const smallest = least || Math.min(SMALLEST[lines], wanted)
  // Large text is still readable at less than half its size; a broken word never is.
  const unbroken = Math.max(smallest, Math.min(usual, wanted) * (usual > LARGE ? 0.4 : 0.6))
  if (search(lines === 'one' ? smallest : unbroken, false)) return
  if (lines === 'many' && search(smallest, true)) return
  if (lines === 'one') {
    style.overflow = 'hidden'
    style.textOverflow = 'ellipsis'
    return
  }
  set(smallest, true)
  style.display = '-webkit-box'
  style.setProperty('-webkit-box-orient', 'vertical')
  style.setProperty('-webkit-line-clamp', String(Math.max(1, Math.floor(height / (smallest * line)))))
  style.overflow = 'hidden'
}
