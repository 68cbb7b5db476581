import { DEFAULT_TIMEZONE, GMT_ZONES } from '@vitrine/contract/schedule/time-zone'
import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const dateTime = {
  type: 'date-time',
  label: 'Date and time',
  group: 'information',
  size: { width: 240, height: 80 },
  fit: { of: 'screen', width: 0.3, height: 0.2 },
  fields: {
    timeColor: { type: 'colorPicker', allowGradient: true, label: 'Color', default: 'white' },
    timeZone: {
      type: 'lookup',
      label: 'Time zone',
      options: GMT_ZONES,
      lookup: 'timezones',
      default: DEFAULT_TIMEZONE,
    },
    hours: {
      type: 'lookup',
      label: 'Clock',
      options: [
        { value: '12', label: '12 hours' },
        { value: '24', label: '24 hours' },
      ],
    },
    seconds: { type: 'checkbox', label: 'Seconds' },
    dateForm: {
      type: 'lookup',
      label: 'Date',
      options: [
        { value: 'none', label: 'No date' },
        { value: 'weekday', label: 'Weekday' },
        { value: 'short', label: 'Short' },
        { value: 'long', label: 'Long' },
        { value: 'numeric', label: 'In numbers' },
      ],
    },
    fontSettings: { type: 'font-settings', label: 'Font', lettersOnly: true },
  },
} as const satisfies WidgetDefinition
