import { useLayoutEffect } from 'react'
import { createStore } from 'zustand/vanilla'

/** A counter of layout changes that affect toasts: bars, banners and dialogs. */
export const toastRoom = createStore(() => ({ changes: 0 }))

/** Wait a frame: dialogs report the end of a transition before they leave the document. */
export const announceRoom = () => {
  requestAnimationFrame(() => toastRoom.setState(({ changes }) => ({ changes: changes + 1 })))
}

/**
 * Announces a component's mounting, unmounting and changes of `state`, if toasts must not cover it or are moved by
 * it.
 */
export function useToastRoom(state?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: state is the trigger
  useLayoutEffect(() => {
    announceRoom()
    return announceRoom
  }, [state])
}
