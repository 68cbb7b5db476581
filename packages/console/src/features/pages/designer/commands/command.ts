import type { Designer } from '#features/pages/designer/state/store.ts'

/** Sections of the help sheet and of the context menu, in this order. */
export const COMMAND_GROUPS = ['edit', 'add', 'arrange', 'align', 'view', 'page'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** Something that can be done: toolbar, keyboard, context menu, palette and help sheet all read the same list. */
export interface Command {
  /** Its words are `designer.commands.<id>`. */
  id: string
  group: CommandGroup
  /** Keys as `keyOf` writes them; the first one is shown. */
  keys?: readonly string[]
  /** The browser raises a separate event for these keys (copy, cut, paste), which is better than the key. */
  native?: true
  /** Part of the context menu of a widget or of the empty canvas. */
  menu?: true
  /** Absent: always. */
  enabled?: (designer: Designer) => boolean
  /** For switches: whether it is on. */
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

/** A key press by its place on the keyboard, so that an Arabic or a Russian one works alike: `mod+shift+KeyZ`. */
export function keyOf({ code, key, shiftKey, altKey, ctrlKey, metaKey }: Pressed): string {
  // Its position differs between keyboards, and people look for the character.
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

/** A key as people know it: `Ctrl Shift Z`, on a Mac `⌘ ⇧ Z`. */
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
