import { type PointerEvent, useRef } from 'react'
import styles from '#content/pages/designer/panels/panels.module.css'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'

interface ScrubLabelProps {
  label: string
  disabled: boolean
  /** The dragged distance: one per pixel, ten with Shift. */
  onScrub: (by: number) => void
  onEnd: () => void
}

/** A number's letter, which is also a slider: dragging it sideways changes the number. Escape cancels. */
export function ScrubLabel({ label, disabled, onScrub, onEnd }: ScrubLabelProps) {
  const designer = useDesigner()
  const start = useRef<number | undefined>(undefined)
  const stop = useRef<() => void>(() => {})
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (disabled || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = event.clientX
    designer.seal()
    const onKey = (key: KeyboardEvent) => {
      if (key.code !== 'Escape') return
      key.preventDefault()
      key.stopPropagation()
      finish(false)
    }
    window.addEventListener('keydown', onKey, true)
    stop.current = () => window.removeEventListener('keydown', onKey, true)
  }
  const finish = (keep: boolean) => {
    if (start.current === undefined) return
    start.current = undefined
    stop.current()
    if (keep) onEnd()
    else designer.bail()
  }
  return (
    <span
      className={styles.scrub}
      data-disabled={disabled}
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={(event) => {
        if (start.current !== undefined)
          onScrub(Math.round(event.clientX - start.current) * (event.shiftKey ? 10 : 1))
      }}
      onPointerUp={() => finish(true)}
      onPointerCancel={() => finish(false)}
    >
      {label}
    </span>
  )
}
