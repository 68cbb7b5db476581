import { SOURCES_LOOKUP } from '@vitrine/contract/document/source-data'
import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const text = {
  type: 'text',
  label: 'Text',
  group: 'text',
  size: { width: 320, height: 150 },
  fit: { of: 'screen', width: 0.5, height: 0.25, letters: 1 / 18 },
  fields: {
    fontSettings: {
      type: 'font-settings',
      label: 'Font',
      default: { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 },
    },
    color: { type: 'colorPicker', allowGradient: true, label: 'Color' },
    text: { type: 'textbox', format: 'multiline', label: 'Text', bound: true },
    code: {
      type: 'textbox',
      label: 'QR code',
      help: 'An address, such as https://example.org, or another text for phones',
      max: 1000,
      bound: true,
    },
    rows: {
      type: 'group',
      label: 'List',
      asTable: true,
      max: 60,
      item: {
        label: { type: 'textbox', label: 'Name', max: 200, bound: true },
        note: { type: 'textbox', label: 'Note', max: 200, bound: true },
        price: { type: 'textbox', label: 'Price', max: 20, bound: true },
      },
    },
    /** Whose rows are the list: they follow the sheet. */
    source: { type: 'lookup', label: 'List from data source', lookup: SOURCES_LOOKUP },
    rules: { type: 'row-rules', label: 'Rules for rows', source: 'source', typed: 'rows' },
    priceColor: { type: 'colorPicker', allowGradient: true, label: 'Price color', allowEmpty: true },
  },
} as const satisfies WidgetDefinition
