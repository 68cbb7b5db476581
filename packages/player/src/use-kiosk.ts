import { useEffect } from 'react'

const POINTER_MS = 3000
/** Events that would open, move, or copy something. */
const REFUSED = ['contextmenu', 'dragstart', 'dragover', 'drop', 'auxclick'] as const

/** Browser shortcuts: reload, print, zoom, search, back. Typing in a field is never a shortcut. */
const isShortcut = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || /^(F\d+|Browser.*)$/.test(key)

/** Hides an idle pointer and the browser's menus, and prevents navigation. */
export function useKiosk() {
  useEffect(() => {
    const { classList } = document.documentElement
    const hide = () => classList.add('no-pointer')
    let timer = setTimeout(hide, POINTER_MS)
    const moved = () => {
      clearTimeout(timer)
      classList.remove('no-pointer')
      timer = setTimeout(hide, POINTER_MS)
    }
    const refuse = (event: Event) => event.preventDefault()
    const pressed = (event: KeyboardEvent) => {
      // AltGr types characters.
      if (isShortcut(event) && !event.getModifierState('AltGraph')) event.preventDefault()
    }
    const turned = (event: WheelEvent) => event.ctrlKey && event.preventDefault()
    window.addEventListener('mousemove', moved)
    window.addEventListener('keydown', pressed)
    window.addEventListener('wheel', turned, { passive: false })
    for (const name of REFUSED) window.addEventListener(name, refuse)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('mousemove', moved)
      window.removeEventListener('keydown', pressed)
      window.removeEventListener('wheel', turned)
      for (const name of REFUSED) window.removeEventListener(name, refuse)
    }
  }, [])
}
