import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const button = {
  type: 'button',
  label: 'Button',
  group: 'touch',
  size: { width: 120, height: 60 },
  fit: { of: 'screen', width: 0.18, height: 0.12, letters: 1 / 24 },
  fields: {
    fontSettings: {
      type: 'font-settings',
      label: 'Font',
      default: { isBold: true, isItalic: false, alignment: 'center', font: 'Arial', size: 14 },
    },
    label: { type: 'textbox', label: 'Label', max: 200 },
    color: { type: 'colorPicker', allowGradient: true, label: 'Color' },
    background: {
      type: 'colorPicker',
      allowGradient: true,
      label: 'Background',
      allowEmpty: true,
      allowTransparent: true,
    },
    shadow: { type: 'checkbox', label: 'Shadow', default: true },
    shadowOutside: { type: 'checkbox', label: 'Shadow outside the frame' },
    outline: { type: 'checkbox', label: 'Outline', default: false },
    actions: { type: 'actions', label: 'Actions' },
  },
  starts: { shadowOutside: true },
} as const satisfies WidgetDefinition
