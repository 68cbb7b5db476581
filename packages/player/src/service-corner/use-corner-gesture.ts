import { useEffect, useState } from 'react'

const TAPS = 5
const WITHIN_MS = 3000
/** Closes the corner after the technician has left, because it isn't for the public. */
const IDLE_MS = 60_000
/** The corner's side, as a fraction of the window's shorter side. */
const CORNER = 0.15

/**
 * Whether the service corner is open: Ctrl Alt S, or five taps in one corner of the screen. It closes a minute after
 * the last touch.
 */
export function useCornerGesture(monotonic: () => number): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let taps: { corner: string; at: number }[] = []
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey && event.altKey && event.code === 'KeyS') {
        event.preventDefault()
        setOpen((was) => !was)
      }
      if (event.key === 'Escape') setOpen(false)
    }
    const onTap = ({ clientX, clientY }: PointerEvent) => {
      const side = Math.min(window.innerWidth, window.innerHeight) * CORNER
      const x = clientX < side ? 'left' : clientX > window.innerWidth - side ? 'right' : ''
      const y = clientY < side ? 'top' : clientY > window.innerHeight - side ? 'bottom' : ''
      const corner = x && y ? x + y : ''
      const at = monotonic()
      taps = corner
        ? [...taps, { corner, at }].filter((tap) => tap.corner === corner && at - tap.at < WITHIN_MS)
        : []
      if (taps.length < TAPS) return
      taps = []
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('pointerdown', onTap, true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('pointerdown', onTap, true)
    }
  }, [monotonic])
  useEffect(() => {
    if (!open) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setOpen(false), IDLE_MS)
    }
    restart()
    const events = ['pointerdown', 'keydown', 'wheel'] as const
    for (const event of events) window.addEventListener(event, restart, true)
    return () => {
      clearTimeout(timer)
      for (const event of events) window.removeEventListener(event, restart, true)
    }
  }, [open])
  return [open, setOpen]
}
