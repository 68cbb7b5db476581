import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const comment = {
  type: 'comment',
  label: 'Comment',
  group: 'text',
  size: { width: 240, height: 120 },
  fit: { of: 'screen', width: 0.36, height: 0.4 },
  fields: {
    text: {
      type: 'textbox',
      format: 'multiline',
      label: 'Text',
      help: 'The question people answer on the screen',
      max: 500,
    },
  },
} as const satisfies WidgetDefinition
