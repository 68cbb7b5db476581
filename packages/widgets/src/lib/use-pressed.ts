import { useState } from 'react'

/** Whether a finger or mouse holds an element down, and the handlers that tell. */
export function usePressed() {
  const [pressed, setPressed] = useState(false)
  const off = () => setPressed(false)
  return [
    pressed,
    { onPointerDown: () => setPressed(true), onPointerUp: off, onPointerLeave: off, onPointerCancel: off },
  ] as const
}
