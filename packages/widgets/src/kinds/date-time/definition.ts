import { DEFAULT_TIMEZONE, GMT_ZONES } from '@vitrine/contract/schedule/time-zone'
import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const dateTime = {
  type: 'date-time',
  label: 'Date and time',
  group: 'information',
  size: { width: 240, height: 80 },
  fields: {
    timeColor: { type: 'colorPicker', label: 'Color', default: 'white' },
    timeZone: {
      type: 'lookup',
      label: 'Time zone',
      options: GMT_ZONES,
      lookup: 'timezones',
      default: DEFAULT_TIMEZONE,
    },
  },
} as const satisfies WidgetDefinition
