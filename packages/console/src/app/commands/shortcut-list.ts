import type { TextKey } from '#lib/text/i18n.ts'

interface Explained {
  keys: readonly string[]
  text: TextKey
}

/** The help sheet, besides GO_TO; the keys themselves are bound where they work. `mod` is Ctrl, or ⌘ on a Mac. */
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
