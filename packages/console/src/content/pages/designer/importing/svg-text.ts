import type { Alignment } from '@vitrine/contract/fields/kinds/font-settings'
import type { DrawnItem, ItemPaint, Report } from './drawn-item.ts'
import { fontOf } from './font-names.ts'
import { at, type Matrix, turnOf } from './matrix.ts'

type TextItem = Extract<DrawnItem, { kind: 'text' }>

/** Elements of a text that hold its words: the others hold them. */
const leavesOf = (text: Element): SVGTextContentElement[] =>
  [text, ...text.querySelectorAll('tspan')].filter(
    (one): one is SVGTextContentElement =>
      one instanceof SVGTextContentElement &&
      one.childElementCount === 0 &&
      (one.textContent ?? '').trim() !== '',
  )

/**
 * A text as one item per run of one style, with further lines of the same style in the same item. Undefined for one that
 * pages can't have: slanted, mirrored, or written downwards.
 */
export function textItems(
  element: SVGTextElement,
  matrix: Matrix,
  opacity: number,
  report: Report,
  paint: (leaf: SVGTextContentElement) => ItemPaint | undefined | 'picture',
): TextItem[] | undefined {
  const items: TextItem[] = []
  const turn = turnOf(matrix)
  for (const leaf of leavesOf(element)) {
    const style = getComputedStyle(leaf)
    if (style.visibility !== 'visible' || style.display === 'none') continue
    const count = leaf.getNumberOfChars()
    if (count === 0) continue
    const fill = paint(leaf)
    const isOdd =
      !turn || Math.abs(turn.across / turn.down - 1) > 0.02 || !style.writingMode.startsWith('horizontal')
    if (isOdd || hasTurnedLetters(leaf) || fill === 'picture') return undefined
    if (fill === undefined) continue
    if (style.stroke !== 'none' && Number.parseFloat(style.strokeWidth) > 0) report.note('strokePaint')
    const [start, end] = [leaf.getStartPositionOfChar(0), leaf.getEndPositionOfChar(count - 1)]
    const [left, right] = start.x <= end.x ? [start, end] : [end, start]
    const alignment = alignmentOf(style)
    const middle = { x: (left.x + right.x) / 2, y: left.y }
    const scale = turn.down
    const size = Number.parseFloat(style.fontSize) * scale
    const isKept = style.whiteSpace.startsWith('pre')
    const words = (leaf.textContent ?? '').replace(isKept ? /[\r\n\t]/g : /\s+/g, ' ')
    const item: TextItem = {
      kind: 'text',
      lines: [isKept ? words.trimEnd() : words.trim()],
      at: at(matrix, alignment === 'center' ? middle : alignment === 'right' ? right : left),
      alignment,
      degrees: turn.degrees,
      font: {
        name: fontOf(style.fontFamily, report),
        size,
        weight: Number(style.fontWeight) || 400,
        isItalic: style.fontStyle !== 'normal',
        spacing: (Number.parseFloat(style.letterSpacing) || 0) / Number.parseFloat(style.fontSize),
      },
      lineStep: size * 1.2,
      width: (right.x - left.x) * turn.across,
      underline: style.textDecorationLine.includes('underline'),
      color: typeof fill === 'string' ? fill : '#000000',
      opacity,
    }
    if (typeof fill !== 'string') report.note('gradient')
    if (!joined(items.at(-1), item)) items.push(item)
  }
  return items
}

function alignmentOf(style: CSSStyleDeclaration): Alignment {
  if (style.textAnchor === 'middle') return 'center'
  return (style.textAnchor === 'end') === (style.direction === 'rtl') ? 'left' : 'right'
}

/** Letters with a rotation each. */
const hasTurnedLetters = (leaf: Element) =>
  leaf.hasAttribute('rotate') || Boolean(leaf.closest('[rotate],[textLength]'))

/** Adds a line to the item above it if both are one paragraph. */
export function joined(above: TextItem | undefined, next: TextItem): boolean {
  if (!above || above.lines.length === 0) return false
  const { font } = above
  const isSame =
    above.alignment === next.alignment &&
    above.color === next.color &&
    above.opacity === next.opacity &&
    above.degrees === next.degrees &&
    above.degrees === 0 &&
    above.underline === next.underline &&
    font.name === next.font.name &&
    font.weight === next.font.weight &&
    font.isItalic === next.font.isItalic &&
    Math.abs(font.size / next.font.size - 1) < 0.02
  const step = (next.at.y - above.at.y) / above.lines.length
  const isBelow = step > font.size * 0.75 && step < font.size * 2.2
  const isInLine = Math.abs(next.at.x - above.at.x) < font.size * 0.1
  const isEven = above.lines.length === 1 || Math.abs(step - above.lineStep) < font.size * 0.06
  if (!(isSame && isBelow && isInLine && isEven)) return false
  Object.assign(above, {
    lines: [...above.lines, ...next.lines],
    lineStep: step,
    width: Math.max(above.width, next.width),
  })
  return true
}
