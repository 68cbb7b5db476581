import type { WidgetDefinition } from '@vitrine/widgets/definition'
import { DRAWING_CHOICES } from '@vitrine/widgets/drawings/names'

export const tag = {
  type: 'tag',
  label: 'Tag',
  group: 'text',
  size: { width: 100, height: 40 },
  fit: { of: 'screen', width: 0.16, height: 0.09, letters: 1 / 24 },
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
    label: { type: 'textbox', label: 'Label', max: 200, bound: true },
    drawing: {
      type: 'lookup',
      label: 'Drawing',
      help: 'Drawn in the color and the second color',
      options: DRAWING_CHOICES,
    },
    icon: { type: 'textbox', format: 'icon', label: 'Icon' },
    outline: { type: 'textbox', format: 'outline', label: 'Free shape' },
    secondColor: { type: 'colorPicker', allowGradient: true, label: 'Second color', allowEmpty: true },
  },
} as const satisfies WidgetDefinition
