import { type Piece, spelled } from '@vitrine/contract/document/pieces'
import type { Field } from '@vitrine/contract/fields/field'
import { storedOutline } from '@vitrine/contract/fields/outline'
import { DEFINITIONS, type WidgetType } from '@vitrine/widgets/definitions'

/** A widget's settings that differ from its defaults, by name. */
export interface WidgetSample {
  type: WidgetType
  name: string
  settings: Record<string, unknown>
  /** Those of its text. */
  pieces?: readonly Piece[]
}

/** What samples refer to. */
interface Parts {
  mediaId: string
  feedUrl: string
}

/** Choices tried of a field with more of them. */
const CHOICES = 6
const TEXT = 'Größe 日本 مرحبا 7'
const FONT = { font: 'Georgia', size: 26, isBold: true, isItalic: true, alignment: 'right' }
/** By their formats; an outline in thousandths of its box. */
const DRAWINGS = {
  icon: 'coffee M10 2v2 M14 2v2 M6 2v2 M16 8a1 1 0 0 1 1 1v8a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V9a1 1 0 0 1 1-1h14',
  outline: storedOutline({
    ...{ isEvenOdd: false, isRound: true, isLine: false },
    path: 'M500,0 C800,400 900,500 900,700 C900,900 700,1000 500,1000 C300,1000 100,900 100,700 C100,500 200,400 500,0 Z',
  }),
}
const OTHER_TEXT = 'Three kinds of bread'
/** Every look of a piece, alone and together, beside and inside words of two directions. */
const PIECES: readonly (readonly Piece[])[] = [
  [{ text: 'Rye ' }, { text: 'bread', isBold: true }, { text: ' and ', isItalic: true }, { text: 'milk' }],
  [
    { text: 'was 5', line: 'line-through', size: 60 },
    { text: ' 3', size: 180, color: '#ffd24a' },
  ],
  [
    { text: 'Gr', color: '#c03050' },
    { text: 'ö', line: 'underline' },
    { text: 'ße 7', isItalic: true, size: 140 },
  ],
  [
    { text: 'مر' },
    { text: 'حبا', isBold: true, color: '#ffd24a' },
    { text: ' Rye 7', line: 'underline', size: 70 },
  ],
]
/** Widgets whose text can have pieces. */
const PIECED: readonly WidgetType[] = ['text', 'sticky-note']

/** A value for a field that is empty by default: designs draw placeholders for empty texts, which screens don't. */
function filled(field: Field, { mediaId, feedUrl }: Parts): unknown {
  if (field.type === 'textbox')
    return field.format === 'url'
      ? feedUrl
      : field.format === undefined || field.format === 'text' || field.format === 'multiline'
        ? TEXT
        : undefined
  if (field.type === 'cellData') return { text: TEXT, isBold: false, isItalic: false, size: 20 }
  if (field.type === 'media-zone') return [{ mediaId, duration: 0 }]
  if (field.type === 'group' && !field.asTable)
    return ['Rye', 'Wheat', 'Oat'].map((label, n) => ({ label, value: String(n) }))
  return undefined
}

/** Other values of a field than in the first sample. */
function others(field: Field, { mediaId }: Parts): unknown[] {
  switch (field.type) {
    case 'checkbox':
      return [true, false]
    case 'colorPicker':
      return [
        ...['#c03050', ...(field.allowTransparent ? ['transparent'] : [])],
        ...(field.allowGradient ? ['linear-gradient(120deg, #c03050 0%, #2457c5 100%)'] : []),
      ]
    case 'color-swatches':
      return [...field.options]
    case 'lookup':
    case 'radio':
      return (field.options ?? []).map(({ value }) => value).slice(0, CHOICES)
    case 'font-settings':
      if (field.lettersOnly) return [{ font: 'Georgia', isItalic: true, spacing: 10, shadow: 20 }]
      return [
        FONT,
        { ...FONT, weight: 900, letterCase: 'uppercase', outline: 5, maxSize: 60 },
        { ...FONT, font: 'Verdana', isBold: false, isItalic: false, alignment: 'center' },
      ]
    case 'cellData':
      return [{ text: OTHER_TEXT, isBold: true, isItalic: true, size: 30 }]
    case 'attachment':
      return [[{ mediaId }]]
    case 'textbox':
      if (field.format === 'numeric') return [Number(field.default ?? 0) + 7]
      if (field.format === 'icon' || field.format === 'outline') return [DRAWINGS[field.format]]
      return field.format === 'url' ? [] : [OTHER_TEXT]
    case 'group':
      return field.asTable
        ? [
            [
              { label: 'Rye', note: 'With caraway', price: '4.20 €' },
              { label: 'Wheat', price: '3 €' },
            ],
          ]
        : [[{ label: OTHER_TEXT, value: 'a' }]]
    // Drawn by the zone's own samples; actions draw nothing.
    case 'media-zone':
    case 'actions':
    // Draws nothing without rows.
    case 'row-rules':
      return []
  }
}

/** A widget with every text filled, and one more for each other value of each field. */
export function samplesOf(type: WidgetType, parts: Parts): WidgetSample[] {
  const fields = Object.entries<Field>(DEFINITIONS[type].fields)
  const basis = Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const value = filled(field, parts)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return [
    { type, name: type, settings: basis },
    ...fields.flatMap(([name, field]) =>
      others(field, parts).map((value) => ({
        type,
        name: `${type} with ${name} ${JSON.stringify(value)}`,
        settings: { ...basis, [name]: value },
      })),
    ),
    ...(PIECED.includes(type) ? PIECES : []).map((pieces) => ({
      type,
      name: `${type} in pieces ${JSON.stringify(pieces)}`,
      settings: { ...basis, text: spelled(pieces) },
      pieces,
    })),
  ]
}
