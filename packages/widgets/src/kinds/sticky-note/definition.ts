import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const stickyNote = {
  type: 'sticky-note',
  label: 'Sticky note',
  group: 'text',
  size: { width: 240, height: 280 },
  fit: { of: 'screen', width: 0.26, height: 0.42, letters: 1 / 24 },
  fields: {
    fontSettings: {
      type: 'font-settings',
      label: 'Font',
      default: { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 },
    },
    text: { type: 'textbox', format: 'multiline', label: 'Text' },
    colorSwatches: {
      type: 'color-swatches',
      label: 'Paper color',
      options: ['#f5cc76', '#f49e9e', '#a5d6a7', '#90caf9', '#ce93d8'],
      default: '#f5cc76',
    },
    shadowOutside: { type: 'checkbox', label: 'Shadow outside the frame' },
  },
  starts: { shadowOutside: true },
} as const satisfies WidgetDefinition
