import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const dropdown = {
  type: 'dropdown',
  label: 'Dropdown',
  group: 'touch',
  size: { width: 200, height: 50 },
  fit: { of: 'screen', width: 0.26, height: 0.1, letters: 1 / 24 },
  fields: {
    background: {
      type: 'colorPicker',
      allowGradient: true,
      label: 'Background',
      allowEmpty: true,
      allowTransparent: true,
    },
    color: { type: 'colorPicker', allowGradient: true, label: 'Color' },
    fontSettings: { type: 'font-settings', label: 'Font' },
    label: { type: 'textbox', label: 'Label', max: 200 },
    options: {
      type: 'group',
      label: 'Options',
      item: {
        label: { type: 'textbox', label: 'Label', max: 200, required: true },
        actions: { type: 'actions', label: 'Actions' },
      },
    },
  },
} as const satisfies WidgetDefinition
