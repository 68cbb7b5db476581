import { useEffect, useRef, useState } from 'react'

/**
 * For what takes the place of a button that was pressed, and opens from a button of its own: that one gets the focus
 * first, so that it has it again afterwards.
 */
export function useOpenedThere() {
  const target = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    target.current?.focus({ preventScroll: true })
    setOpened(true)
  }, [])
  return { opened, setOpened, target }
}
