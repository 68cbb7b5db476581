import { type ActionEntry, isAction } from '@vitrine/contract/document/actions'
import type { Host } from '@vitrine/widgets/host'
import type { CSSProperties, HTMLAttributes, KeyboardEvent } from 'react'

/** Actions that this version can run. */
export const runnable = (entries: readonly ActionEntry[]) => entries.filter(isAction)

/** Attributes for assistive technology on an element to press. */
interface Told {
  role?: 'button' | 'link' | 'radio' | 'checkbox' | 'combobox'
  label?: string
  checked?: boolean
  expanded?: boolean
}

/** What makes an element do something when touched, clicked or activated by key; nothing while designing. */
export function pressable(host: Host, onPress: () => void, told: Told = {}): HTMLAttributes<HTMLElement> {
  if (host.mode === 'design') return {}
  return {
    role: told.role ?? 'button',
    'aria-label': told.label,
    'aria-checked': told.checked,
    'aria-expanded': told.expanded,
    tabIndex: 0,
    onClick: onPress,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      onPress()
    },
  }
}

/** The same for a widget with a list of actions; without actions it is no button. */
export function touchable(id: string, host: Host, entries: readonly ActionEntry[]) {
  const actions = runnable(entries)
  return actions.length === 0 ? {} : pressable(host, () => host.run(id, actions))
}

/** Touch surfaces are pressed, not selected or dragged. */
export const SURFACE: CSSProperties = {
  cursor: 'pointer',
  userSelect: 'none',
  touchAction: 'manipulation',
  WebkitTapHighlightColor: 'transparent',
}
