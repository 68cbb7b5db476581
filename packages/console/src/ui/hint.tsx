import { type ReactElement, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './hint.module.css'

/** Milliseconds that a pointer rests before the hint shows; with the keyboard it shows immediately. */
const REST_MS = 400

interface HintProps {
  label: string
  /** Placement if there is room: `end` is next to it, in reading direction. */
  position?: 'top' | 'end'
  disabled?: boolean
  /** The target, which needs its own accessible name: hints are not announced. */
  children: ReactElement
}

/** Words that show while a pointer or the focus is on something. Escape hides them. */
export function Hint({ label, position = 'top', disabled = false, children }: HintProps) {
  const [place, setPlace] = useState<{ left: number; top: number; side: string }>()
  const timer = useRef<number>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!place) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setPlace(undefined)
    const onScroll = () => setPlace(undefined)
    window.addEventListener('keydown', onKey)
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [place])
  const show = (around: HTMLElement) => {
    const box = around.firstElementChild?.getBoundingClientRect()
    if (box) setPlace(placeBeside(box, position))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what the element within it hears
    <span
      className={styles.around}
      onPointerEnter={({ currentTarget, pointerType }) => {
        if (pointerType === 'touch') return
        timer.current = window.setTimeout(() => show(currentTarget), REST_MS)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ currentTarget, target }) => target.matches(':focus-visible') && show(currentTarget)}
      onBlur={hide}
    >
      {children}
      {place &&
        !disabled &&
        createPortal(
          <span
            className={styles.hint}
            data-side={place.side}
            style={{ left: place.left, top: place.top }}
            aria-hidden="true"
          >
            {label}
          </span>,
          document.body,
        )}
    </span>
  )
}

const GAP = 6
/** Less room than this above, and the words stand below. */
const ROOM = 40

function placeBeside(box: DOMRect, position: 'top' | 'end') {
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  if (position === 'top')
    return box.top < ROOM
      ? { left: middle.x, top: box.bottom + GAP, side: 'below' }
      : { left: middle.x, top: box.top - GAP, side: 'above' }
  return document.documentElement.dir === 'rtl'
    ? { left: box.left - GAP, top: middle.y, side: 'left' }
    : { left: box.right + GAP, top: middle.y, side: 'right' }
}
