import { type ActionEntry, isAction } from '@vitrine/contract/fields/actions'
import type { Host } from '@vitrine/widgets/host'
import type { CSSProperties, HTMLAttributes, KeyboardEvent } from 'react'

/** Actions that this version supports. */
export const runnable = (entries: readonly ActionEntry[]) => entries.filter(isAction)

/** ARIA attributes of a pressable element. */
interface Aria {
  role?: 'button' | 'link' | 'radio' | 'checkbox' | 'combobox'
  label?: string
  checked?: boolean
  expanded?: boolean
  /** The id of what it opened. */
  controls?: string | undefined
}

/** Props that make an element respond to touch, click and keys; none while designing. */
export function pressable(host: Host, onPress: () => void, aria: Aria = {}): HTMLAttributes<HTMLElement> {
  if (host.mode === 'design') return {}
  return {
    role: aria.role ?? 'button',
    'aria-label': aria.label,
    'aria-checked': aria.checked,
    'aria-expanded': aria.expanded,
    'aria-controls': aria.controls,
    'aria-haspopup': aria.role === 'combobox' ? 'listbox' : undefined,
    tabIndex: 0,
    onClick: onPress,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      onPress()
    },
  }
}

/** The same for a widget with actions; without actions it isn't a button. */
export function touchable(id: string, host: Host, entries: readonly ActionEntry[]) {
  const actions = runnable(entries)
  return actions.length === 0 ? {} : pressable(host, () => host.run(id, actions))
}

/** Disables selecting and dragging on touch surfaces. */
export const SURFACE: CSSProperties = {
  cursor: 'pointer',
  userSelect: 'none',
  touchAction: 'manipulation',
  WebkitTapHighlightColor: 'transparent',
}
