import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Dialogs that open from anywhere: screens that someone switched manually, and the form of an emergency. */
type Opened = 'switches' | 'takeover'

const dialog = createStore<{ opened: Opened | null }>(() => ({ opened: null }))

export const openDialog = (opened: Opened): void => dialog.setState({ opened })
export const closeDialog = (): void => dialog.setState({ opened: null })
export const useOpenedDialog = (): Opened | null => useStore(dialog, ({ opened }) => opened)
