import { useState } from 'react'

/** Whether an element is pressed, and the handlers that track it. */
export function usePressed() {
  const [pressed, setPressed] = useState(false)
  const off = () => setPressed(false)
  return [
    pressed,
    { onPointerDown: () => setPressed(true), onPointerUp: off, onPointerLeave: off, onPointerCancel: off },
  ] as const
}
