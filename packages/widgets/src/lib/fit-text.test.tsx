// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FitText } from './fit-text.tsx'

const FONT = { font: 'Arial', size: 40, isBold: false, isItalic: false, alignment: 'left' } as const

/** A letter is half as wide as it is high. */
function layout(element: HTMLElement): { width: number; height: number } {
  const size = Number.parseFloat(element.style.fontSize)
  const width = Number.parseFloat(element.parentElement?.style.width ?? '')
  const words = (element.textContent ?? '').split(' ')
  const mayBreak = element.style.overflowWrap === 'break-word'
  const isOneLine = element.style.whiteSpace === 'nowrap'
  const perLine = Math.max(1, Math.floor(width / (size / 2)))
  if (isOneLine) return { width: (words.join(' ').length * size) / 2, height: size * 1.3 }
  let lines = 1
  let used = 0
  let widest = 0
  for (const word of words) {
    if (used > 0 && used + 1 + word.length > perLine) {
      lines++
      used = 0
    }
    used += word.length + (used > 0 ? 1 : 0)
    while (mayBreak && used > perLine) {
      lines++
      used -= perLine
    }
    widest = Math.max(widest, used)
  }
  return { width: (widest * size) / 2, height: lines * size * 1.3 }
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const measured = (side: 'width' | 'height') =>
    function (this: HTMLElement) {
      return Math.ceil(layout(this)[side])
    }
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(measured('width'))
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(measured('height'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function fitted(text: string, width: number, height: number, size: number, lines: 'many' | 'one') {
  const home = document.createElement('div')
  const root = createRoot(home)
  act(() =>
    root.render(<FitText text={text} font={{ ...FONT, size }} color="#000" {...{ width, height, lines }} />),
  )
  const { style } = home.querySelector('[dir]') as HTMLElement
  const found = {
    size: Number.parseFloat(style.fontSize),
    breaks: style.overflowWrap === 'break-word',
    cut: style.overflow === 'hidden',
  }
  act(() => root.unmount())
  return found
}

test.each<[string, number, number, number, 'many' | 'one', number, boolean, boolean]>([
  // A text in a box, at its wanted size: the size that it gets, whether words break, and whether some of it is missing.
  ['Hello', 200, 60, 40, 'many', 40, false, false],
  ['Hello', 100, 60, 40, 'many', 40, false, false],
  ['Hello', 90, 60, 40, 'many', 36, false, false],
  // A word shrinks to 0.6 of its size before it breaks, large text to 0.4.
  ['Hello', 60, 60, 40, 'many', 24, false, false],
  ['Hello', 59, 60, 40, 'many', 23.5, true, false],
  ['Hello', 100, 200, 100, 'many', 40, false, false],
  ['Hello', 99, 200, 100, 'many', 66, true, false],
  ['Two words', 100, 200, 40, 'many', 40, false, false],
  ['Two words', 100, 90, 40, 'many', 34.5, false, false],
  // What doesn't even fit in the smallest size is cut.
  ['Hello', 10, 10, 40, 'many', 6, true, true],
  ['Hello', 200, 60, 40, 'one', 40, false, false],
  ['Hello', 30, 60, 40, 'one', 12, false, false],
  ['Hello', 5, 60, 40, 'one', 3, false, true],
  // What is wanted even smaller stays so.
  ['Hello', 200, 60, 4, 'many', 4, false, false],
])(
  '“%s” in %i × %i at %i with %s lines is %d, breaks %s, cut %s',
  (text, width, height, size, lines, got, breaks, cut) => {
    const found = fitted(text, width, height, size, lines)
    expect(found).toEqual({ size: got, breaks, cut })
  },
)
