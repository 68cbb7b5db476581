import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const weather = {
  type: 'weather',
  label: 'Weather',
  group: 'information',
  size: { width: 240, height: 120 },
  fields: {
    weatherColor: { type: 'colorPicker', label: 'Color', default: 'white' },
    weatherLocation: { type: 'lookup', label: 'City', lookup: 'cities', default: 'cairo' },
  },
} as const satisfies WidgetDefinition
