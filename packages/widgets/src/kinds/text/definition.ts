import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const text = {
  type: 'text',
  label: 'Text',
  group: 'text',
  size: { width: 320, height: 150 },
  fields: {
    fontSettings: {
      type: 'font-settings',
      label: 'Font',
      default: { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 },
    },
    color: { type: 'colorPicker', label: 'Color' },
    text: { type: 'textbox', format: 'multiline', label: 'Text', bound: true },
  },
} as const satisfies WidgetDefinition
