import { type ReactNode, type SyntheticEvent, useContext, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { PageContext } from './page.ts'

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** An overlay closes after this long without a touch. */
const IDLE_MS = 60_000

interface Props {
  onClose: () => void
  /** Called after a while without touches, instead of closing. */
  onIdle?: () => void
  /** Dims the page behind. */
  dim?: boolean
  /** A change restarts the timeout, because a viewer is still there. */
  touched?: unknown
  children: ReactNode
}

/**
 * Renders over the whole page, outside the widget's own box. Closes on a touch outside, and after a while without
 * touches.
 */
export function Overlay({ onClose, onIdle = onClose, dim = false, touched, children }: Props) {
  const { overlay, width, height } = useContext(PageContext)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch starts the time again
  useEffect(() => {
    const timer = setTimeout(onIdle, IDLE_MS)
    return () => clearTimeout(timer)
  }, [touched, onIdle])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [onClose])

  if (!overlay) return null
  const whole = { position: 'absolute', left: 0, top: 0, width, height } as const
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: a portal's events would reach, and open again, its widget
    <div data-touch="" style={whole} onClick={stop} onKeyDown={stop}>
      <div
        aria-hidden="true"
        onClick={onClose}
        style={{ ...whole, background: dim ? 'rgba(0, 0, 0, .55)' : undefined }}
      />
      {children}
    </div>,
    overlay,
  )
}
