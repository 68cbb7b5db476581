import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const tag = {
  type: 'tag',
  label: 'Tag',
  group: 'text',
  size: { width: 100, height: 40 },
  fields: {
    background: { type: 'colorPicker', label: 'Background', allowEmpty: true, allowTransparent: true },
    color: { type: 'colorPicker', label: 'Color' },
    fontSettings: { type: 'font-settings', label: 'Font' },
    label: { type: 'textbox', label: 'Label', max: 200, bound: true },
  },
} as const satisfies WidgetDefinition
