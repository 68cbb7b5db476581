import type { LinkProps } from '@tanstack/react-router'
import type { TextKey } from '#lib/text/i18n.ts'

/** Where two keys lead to. */
export const GO_TO = [
  { keys: 'g h', text: 'menu.dashboard', to: '/app/dashboard' },
  { keys: 'g d', text: 'menu.devices', to: '/app/devices' },
  { keys: 'g g', text: 'menu.deviceGroups', to: '/app/device-group' },
  { keys: 'g m', text: 'menu.mediaLibrary', to: '/app/media-library' },
  { keys: 'g c', text: 'menu.cards', to: '/app/cards' },
  { keys: 'g l', text: 'menu.layouts', to: '/app/layouts' },
  { keys: 'g s', text: 'menu.storyboards', to: '/app/storyboard' },
] as const satisfies readonly { keys: string; text: TextKey; to: NonNullable<LinkProps['to']> }[]

interface Explained {
  keys: readonly string[]
  text: TextKey
}

/** The help sheet, besides GO_TO; the keys themselves stand where they work. `mod` is Ctrl, or ⌘ on a Mac. */
export const SHORTCUT_GROUPS: readonly { title: TextKey; shortcuts: readonly Explained[] }[] = [
  {
    title: 'shortcuts.everywhere',
    shortcuts: [
      { keys: ['mod K'], text: 'shortcuts.palette' },
      { keys: ['p'], text: 'playOn.title' },
      { keys: ['mod Z'], text: 'shortcuts.undo' },
      { keys: ['?'], text: 'shortcuts.help' },
    ],
  },
  {
    title: 'shortcuts.list',
    shortcuts: [
      { keys: ['/'], text: 'shortcuts.search' },
      { keys: ['c'], text: 'shortcuts.create' },
      { keys: ['j', 'k'], text: 'shortcuts.rows' },
      { keys: ['Enter'], text: 'shortcuts.open' },
    ],
  },
  {
    title: 'shortcuts.review',
    shortcuts: [
      { keys: ['a'], text: 'storyboards.approve' },
      { keys: ['r'], text: 'storyboards.reject' },
      { keys: ['j', 'k'], text: 'shortcuts.nextPending' },
    ],
  },
]
