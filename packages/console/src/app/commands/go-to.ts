import type { LinkProps } from '@tanstack/react-router'
import type { TextKey } from '#lib/text/i18n.ts'

/** Two-key shortcuts to screens. */
export const GO_TO = [
  { keys: 'g h', text: 'menu.dashboard', to: '/app/dashboard' },
  { keys: 'g d', text: 'menu.devices', to: '/app/devices' },
  { keys: 'g g', text: 'menu.deviceGroups', to: '/app/device-group' },
  { keys: 'g m', text: 'menu.mediaLibrary', to: '/app/media-library' },
  { keys: 'g c', text: 'menu.cards', to: '/app/cards' },
  { keys: 'g l', text: 'menu.layouts', to: '/app/layouts' },
  { keys: 'g s', text: 'menu.storyboards', to: '/app/storyboard' },
] as const satisfies readonly { keys: string; text: TextKey; to: NonNullable<LinkProps['to']> }[]
