// The look of a text in HTML, as far as one look describes it.
import { hexOf } from '@vitrine/contract/fields/color'
import { SIZE_MAX, SIZE_MIN } from '@vitrine/contract/fields/style'

export interface TextLook {
  /** Layout pixels. */
  size: number
  /** `#rrggbb`; absent: as the widget has it. */
  color?: string
  isBold: boolean
  isItalic: boolean
  alignment: 'left' | 'center' | 'right'
  /** It has several looks, fonts, or parts that no text has. */
  isMixed: boolean
}

/** Of markup; the rest of a longer one looks the same, or is mixed. */
const MARKUP_MOST = 20_000
/** What browsers show without a size. */
const PLAIN = 16
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, em: PLAIN, rem: PLAIN }

/** The first of each property counts: editors write them around the whole text. */
export function lookOf(markup: string): TextLook {
  const html = markup.slice(0, MARKUP_MOST)
  const sizes = valuesOf(html, 'font-size').flatMap((value) => {
    const [, number, unit = ''] = /^(\d{1,4}(?:\.\d{1,4})?)(px|pt|em|rem)$/.exec(value) ?? []
    return number === undefined ? [] : [Math.round(Number(number) * (PIXELS[unit] ?? 1))]
  })
  const colors = valuesOf(html, 'color').flatMap((value) => hexOf(value) || [])
  const [alignment = 'left', ...alignments] = valuesOf(html, 'text-align').flatMap(
    (value) => ALIGNMENTS.find((known) => known === value) ?? [],
  )
  const [color] = colors
  return {
    size: Math.min(SIZE_MAX, Math.max(SIZE_MIN, sizes[0] ?? PLAIN)),
    ...(color !== undefined && { color }),
    isBold: /<(strong|b|h[1-6])[\s>]|font-weight:\s?(bold|[6-9]00)/i.test(html),
    isItalic: /<(em|i)[\s>]|font-style:\s?italic/i.test(html),
    alignment,
    isMixed:
      isSeveral(sizes) ||
      isSeveral(colors) ||
      isSeveral([alignment, ...alignments]) ||
      /<(img|table|ul|ol|a|script|style|iframe|video)[\s>]|background|font-family/i.test(html) ||
      markup.length > MARKUP_MOST,
  }
}

const ALIGNMENTS = ['left', 'center', 'right'] as const

const isSeveral = (values: readonly unknown[]) => new Set(values).size > 1

/** Values of a property in style attributes. */
const valuesOf = (html: string, property: string): string[] =>
  [...html.matchAll(/[\s;"']([a-z-]{4,12}):\s?([^;"'<>]{1,40})/gi)].flatMap(([, name, value = '']) =>
    name?.toLowerCase() === property ? [value.trim().toLowerCase()] : [],
  )
