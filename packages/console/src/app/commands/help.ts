import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const help = createStore(() => ({ opened: false }))
const show = () => help.setState({ opened: true })
const close = () => help.setState({ opened: false })

/** The sheet of keyboard shortcuts, opened by `?`, a button, or the palette. */
export const useHelp = () => ({ opened: useStore(help, ({ opened }) => opened), show, close })
