import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const rating = {
  type: 'rating',
  label: 'Rating',
  group: 'touch',
  size: { width: 160, height: 40 },
  fields: { color: { type: 'colorPicker', label: 'Color' } },
} as const satisfies WidgetDefinition
