// The parts of a canvas: each becomes a widget.
import type { ImportNote } from '@vitrine/contract/api/content/layout-imports'
import { hexOf } from '@vitrine/contract/fields/color'
import { TEXT_MAX } from '@vitrine/contract/fields/kinds/textbox'
import type { ForeignElement } from '#content/uploads/layouts/api.ts'
import { plainText } from '#lib/text/plain-text.ts'
import { clockSettings, hasTime, type Part } from './part-of.ts'

type Note = (why: ImportNote['why'], detail?: string) => void

/** The part of an element; undefined if there is none, which is noted. */
export function partOfElement(element: ForeignElement, note: Note): Part | undefined {
  const { kind, file, properties } = element
  if (file !== null && /image$/.test(kind)) {
    const fit = { fill: 'stretch', cover: 'cover' } as const
    return { shows: { file }, fit: fit[properties.objectFit as 'fill'] ?? 'contain' }
  }
  if (kind === 'text' || kind === 'core-text') return textOf(properties, note)
  if (/^date/.test(kind) && properties.currentDate !== '0') {
    const format = momentFormat(properties.dateFormat ?? '')
    note('time-zone')
    if (!hasTime(format)) note('clock')
    const color = hexOf(properties.fontColor ?? '') || undefined
    return { widget: 'date-time', settings: clockSettings(format, color) }
  }
  note('element', kind)
  return undefined
}

function textOf(properties: ForeignElement['properties'], note: Note): Part | undefined {
  const words = plainText(properties.text ?? '', TEXT_MAX, { lines: true })
    .replaceAll('{', '(')
    .replaceAll('}', ')')
  if (words === '') {
    note('empty')
    return undefined
  }
  const isOn = (value: string | undefined) => value === '1' || value === 'true'
  const size = Math.round(Number(properties.fontSize))
  const alignment = (['left', 'center', 'right'] as const).find((each) => each === properties.horizontalAlign)
  const color = hexOf(properties.fontColor ?? '')
  if (properties.fontFamily) note('font', properties.fontFamily)
  return {
    widget: 'text',
    settings: {
      text: words,
      ...(color && { color }),
      fontSettings: {
        font: 'Arial',
        size: size >= 1 && size <= 1000 ? size : 24,
        isBold: isOn(properties.bold),
        isItalic: isOn(properties.italics),
        alignment: alignment ?? 'left',
      },
    },
  }
}

/** Elements have formats of PHP: `H:i` for hours and minutes. */
const momentFormat = (format: string): string =>
  format.replace(/[HGhgisdjDlNSwzFmMnYyo]/g, (letter) => PHP[letter] ?? letter)
const PHP: Readonly<Record<string, string>> = {
  ...{ H: 'HH', G: 'HH', h: 'hh', g: 'hh', i: 'mm', s: 'ss', d: 'DD', j: 'DD', D: 'DD', l: 'DD', N: 'DD' },
  ...{ S: '', w: 'DD', z: 'DD', F: 'MM', m: 'MM', M: 'MM', n: 'MM', Y: 'YY', y: 'YY', o: 'YY' },
}
