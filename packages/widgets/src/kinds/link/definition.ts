import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const link = {
  type: 'link',
  label: 'Link',
  group: 'text',
  size: { width: 120, height: 40 },
  fit: { of: 'screen', width: 0.2, height: 0.1, letters: 1 / 24 },
  fields: {
    fontSettings: {
      type: 'font-settings',
      label: 'Font',
      default: { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 },
    },
    color: { type: 'colorPicker', allowGradient: true, label: 'Color', default: '#1976d2' },
    label: { type: 'textbox', label: 'Label', max: 200 },
    linkURL: { type: 'textbox', format: 'url', label: 'URL', max: 2000 },
    code: {
      type: 'lookup',
      label: 'QR code',
      options: [
        { value: 'large', label: 'In large boxes' },
        { value: 'always', label: 'Always' },
        { value: 'never', label: 'Never' },
      ],
      default: 'large',
    },
  },
} as const satisfies WidgetDefinition
