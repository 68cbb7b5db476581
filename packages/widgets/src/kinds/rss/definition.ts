import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const rss = {
  type: 'rss',
  label: 'RSS',
  group: 'information',
  size: { width: 320, height: 150 },
  fields: {
    backgroundColor: { type: 'colorPicker', label: 'Background', default: 'white' },
    color: { type: 'colorPicker', label: 'Color', default: 'black' },
    media: { type: 'attachment', label: 'Background image or video', accept: ['image', 'video'], max: 1 },
    rssURL: { type: 'textbox', format: 'url', label: 'Feed URL', max: 2000 },
  },
} as const satisfies WidgetDefinition
