import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const button = {
  type: 'button',
  label: 'Button',
  group: 'touch',
  size: { width: 120, height: 60 },
  fit: { of: 'screen', width: 0.18, height: 0.12, letters: 1 / 24 },
  fields: {
    fontSettings: {
      type: 'font-settings',
      label: 'Font',
      default: { isBold: true, isItalic: false, alignment: 'center', font: 'Arial', size: 14 },
    },
    label: { type: 'textbox', label: 'Label', max: 200 },
    secondLine: { type: 'textbox', label: 'Second line', max: 200, bound: true },
    badge: { type: 'textbox', label: 'Badge', max: 20, bound: true },
    icon: { type: 'textbox', format: 'icon', label: 'Icon' },
    iconPlace: {
      type: 'lookup',
      label: 'Place of the icon',
      options: [
        { value: 'after', label: 'After the text' },
        { value: 'above', label: 'Above the text' },
      ],
    },
    picture: { type: 'attachment', label: 'Picture', accept: ['image'], max: 1 },
    color: { type: 'colorPicker', allowGradient: true, label: 'Color' },
    background: {
      type: 'colorPicker',
      allowGradient: true,
      label: 'Background',
      allowEmpty: true,
      allowTransparent: true,
    },
    shadow: { type: 'checkbox', label: 'Shadow', default: true },
    shadowOutside: { type: 'checkbox', label: 'Shadow outside the frame' },
    outline: { type: 'checkbox', label: 'Outline', default: false },
    actions: { type: 'actions', label: 'Actions' },
  },
  starts: { shadowOutside: true },
} as const satisfies WidgetDefinition
