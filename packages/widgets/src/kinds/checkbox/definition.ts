import type { WidgetDefinition } from '@vitrine/widgets/definition'
import { CHOICE_FIELDS } from '#lib/choice-fields.ts'

export const checkbox = {
  type: 'checkbox',
  label: 'Checkbox',
  group: 'touch',
  size: { width: 160, height: 100 },
  fit: { of: 'screen', width: 0.32, height: 0.36, letters: 1 / 24 },
  fields: CHOICE_FIELDS,
} as const satisfies WidgetDefinition
