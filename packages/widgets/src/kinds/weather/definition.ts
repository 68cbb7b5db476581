import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const weather = {
  type: 'weather',
  label: 'Weather',
  group: 'information',
  size: { width: 240, height: 120 },
  fit: { of: 'screen', width: 0.3, height: 0.3 },
  fields: {
    weatherColor: { type: 'colorPicker', allowGradient: true, label: 'Color', default: 'white' },
    fontSettings: { type: 'font-settings', label: 'Font', lettersOnly: true },
    weatherLocation: { type: 'lookup', label: 'City', lookup: 'cities', default: 'cairo' },
  },
} as const satisfies WidgetDefinition
