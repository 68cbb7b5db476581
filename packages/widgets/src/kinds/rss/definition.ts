import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const rss = {
  type: 'rss',
  label: 'RSS',
  group: 'information',
  size: { width: 320, height: 150 },
  fit: { of: 'screen', width: 0.5, height: 0.2 },
  fields: {
    backgroundColor: { type: 'colorPicker', allowGradient: true, label: 'Background', default: 'white' },
    color: { type: 'colorPicker', allowGradient: true, label: 'Color', default: 'black' },
    fontSettings: { type: 'font-settings', label: 'Font', lettersOnly: true },
    media: { type: 'attachment', label: 'Background image or video', accept: ['image', 'video'], max: 1 },
    rssURL: { type: 'textbox', format: 'url', label: 'Feed URL', max: 2000 },
  },
} as const satisfies WidgetDefinition
