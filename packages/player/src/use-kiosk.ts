import { useEffect } from 'react'

const POINTER_MS = 3000

/** A screen shows neither a resting pointer nor the browser's menus. */
export function useKiosk() {
  useEffect(() => {
    const { classList } = document.documentElement
    let timer = setTimeout(() => classList.add('no-pointer'), POINTER_MS)
    const moved = () => {
      clearTimeout(timer)
      classList.remove('no-pointer')
      timer = setTimeout(() => classList.add('no-pointer'), POINTER_MS)
    }
    const refuse = (event: Event) => event.preventDefault()
    window.addEventListener('mousemove', moved)
    window.addEventListener('contextmenu', refuse)
    window.addEventListener('dragstart', refuse)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('mousemove', moved)
      window.removeEventListener('contextmenu', refuse)
      window.removeEventListener('dragstart', refuse)
    }
  }, [])
}
