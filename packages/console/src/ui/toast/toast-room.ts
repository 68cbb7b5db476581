import { useLayoutEffect } from 'react'
import { createStore } from 'zustand/vanilla'

/** Counts changes of what toasts must not cover: bars, banners and dialogs. */
export const toastRoom = createStore(() => ({ changes: 0 }))

/** The next frame shows the change: dialogs report the end of a transition before they leave the document. */
export const announceRoom = () => {
  requestAnimationFrame(() => toastRoom.setState(({ changes }) => ({ changes: changes + 1 })))
}

/** For components that toasts must not cover, or that move those: announces mounting, unmounting and a new `state`. */
export function useToastRoom(state?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: state is the trigger
  useLayoutEffect(() => {
    announceRoom()
    return announceRoom
  }, [state])
}
