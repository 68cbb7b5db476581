import type { Designer } from '#content/pages/designer/state/store.ts'

/** Sections of the help sheet and of the context menu, in this order. */
export const COMMAND_GROUPS = ['edit', 'add', 'arrange', 'align', 'view', 'page'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** A command: toolbar, shortcuts, context menu, palette and help read the same list. */
export interface Command {
  /** Its texts are `designer.commands.<id>`. */
  id: string
  group: CommandGroup
  /** Shortcuts in `keyOf` format; the first one is displayed. */
  keys?: readonly string[]
  /** The browser raises its own event for these shortcuts (copy, cut, paste), which is handled instead. */
  native?: true
  /** Appears in the context menu of a widget or of the empty canvas. */
  menu?: true
  /** Always enabled if absent. */
  enabled?: (designer: Designer) => boolean
  /** The state of a toggle. */
  checked?: (designer: Designer) => boolean
  run: (designer: Designer) => void
}

interface Pressed {
  key?: string
  code: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** A key press by physical key, independent of the layout (Arabic, Cyrillic): `mod+shift+KeyZ`. */
export function keyOf({ code, key, shiftKey, altKey, ctrlKey, metaKey }: Pressed): string {
  // Match `?` by character, because its position varies.
  if (key === '?' && !ctrlKey && !metaKey && !altKey) return 'shift+Slash'
  const held = [ctrlKey || metaKey ? 'mod' : '', altKey ? 'alt' : '', shiftKey ? 'shift' : '']
  return [...held.filter(Boolean), code].join('+')
}

const SYMBOLS: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Equal: '+',
  Minus: '−',
  Quote: "'",
  Period: '.',
  Slash: '?',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
}

/** A shortcut as displayed: `Ctrl Shift Z`, on a Mac `⌘ ⇧ Z`. */
export function shownKey(key: string, mac: boolean): string {
  return key
    .split('+')
    .map((part) => {
      if (part === 'mod') return mac ? '⌘' : 'Ctrl'
      if (part === 'alt') return mac ? '⌥' : 'Alt'
      if (part === 'shift') return key.endsWith('Slash') ? '' : mac ? '⇧' : 'Shift'
      return SYMBOLS[part] ?? part.replace(/^(Key|Digit)/, '')
    })
    .filter(Boolean)
    .join(' ')
}

export const hasSelection = (designer: Designer): boolean => designer.selected().length > 0
export const hasMovable = (designer: Designer): boolean => designer.movable().length > 0
export const hasMovables = (designer: Designer): boolean => designer.movable().length > 1
