import { type ActionEntry, isAction } from '@vitrine/contract/actions'
import type { Host } from '@vitrine/widgets/host'
import type { HTMLAttributes, KeyboardEvent } from 'react'

/** Actions that this version can run. */
export const runnable = (entries: readonly ActionEntry[]) => entries.filter(isAction)

/** What makes an element do something when touched, clicked or activated by key; nothing while designing. */
export function pressable(host: Host, onPress: () => void): HTMLAttributes<HTMLElement> {
  if (host.mode === 'design') return {}
  return {
    role: 'button',
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
