import type { Fields } from '@vitrine/contract/fields/field'

/** The settings that radio and checkbox widgets share. */
export const CHOICE_FIELDS = {
  fontSettings: { type: 'font-settings', label: 'Font' },
  color: { type: 'colorPicker', allowGradient: true, label: 'Color' },
  label: { type: 'textbox', label: 'Label', max: 200 },
  direction: {
    type: 'radio',
    label: 'Direction',
    options: [
      { value: 'vertical', label: 'Vertical' },
      { value: 'horizontal', label: 'Horizontal' },
    ],
  },
  options: {
    type: 'group',
    label: 'Options',
    item: {
      label: { type: 'textbox', label: 'Label', max: 200, required: true },
      value: { type: 'textbox', label: 'Value', max: 200, fixed: true },
    },
  },
} as const satisfies Fields
