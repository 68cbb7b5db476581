import type { WidgetDefinition } from '@vitrine/widgets/definition'

export const mediaLooper = {
  type: 'media-looper',
  label: 'Media Zone',
  group: 'media',
  size: { width: 150, height: 150 },
  fit: { of: 'page', width: 0.6, height: 0.6 },
  fields: {
    interval: {
      type: 'textbox',
      format: 'numeric',
      label: 'Interval',
      help: 'Used for items without their own duration, in seconds',
      unit: 's',
      default: 5,
      min: 1,
      max: 3600,
    },
    muteVideo: { type: 'checkbox', label: 'Mute videos', default: true },
    captions: { type: 'checkbox', label: 'Show captions', default: true },
    fit: {
      type: 'lookup',
      label: 'Fit',
      help: 'How items without their own fit fill the zone',
      options: [
        { value: 'contain', label: 'Show all' },
        { value: 'cover', label: 'Fill and crop' },
        { value: 'stretch', label: 'Stretch' },
        { value: 'blur', label: 'Blurred edges' },
      ],
      default: 'contain',
    },
    media: { type: 'media-zone', label: 'Media', max: 30 },
    actions: { type: 'actions', label: 'Actions' },
  },
} as const satisfies WidgetDefinition
