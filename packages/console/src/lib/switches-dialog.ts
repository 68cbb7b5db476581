import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const dialog = createStore(() => ({ opened: false }))

/** Opens the list of screens that someone switched manually, from anywhere. */
export const openSwitches = (): void => dialog.setState({ opened: true })
export const closeSwitches = (): void => dialog.setState({ opened: false })
export const useSwitchesOpened = (): boolean => useStore(dialog, ({ opened }) => opened)
