import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const rating = {
  type: 'rating',
  label: 'Rating',
  group: 'touch',
  size: { width: 160, height: 40 },
  fit: { of: 'screen', width: 0.3, height: 0.12 },
  fields: { color: { type: 'colorPicker', allowGradient: true, label: 'Color' } },
} as const satisfies WidgetDefinition
