import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { TakesPlace } from './use-late.ts'

interface OpenSelectProps extends SelectProps, TakesPlace {
  /** Its list is open from the beginning. */
  opens: boolean
}

/** The select itself, in the place of its field that is about to be used. */
export function OpenSelect({
  hasFocus,
  opens,
  ref,
  onDropdownOpen,
  onDropdownClose,
  ...select
}: OpenSelectProps) {
  const own = useRef<HTMLInputElement>(null)
  const takes = useRef(hasFocus)
  useLayoutEffect(() => {
    if (takes.current) own.current?.focus({ preventScroll: true })
  }, [])
  const [opened, setOpened] = useState(opens)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  // Mantine says "expanded" of a list that it knows, and it knows the list a moment after that was drawn.
  useEffect(() => {
    if (!opened) return
    const frame = requestAnimationFrame(drawAgain)
    return () => cancelAnimationFrame(frame)
  }, [opened])
  return (
    <Select
      {...select}
      ref={(input) => {
        own.current = input
        if (typeof ref === 'function') ref(input)
        else if (ref) ref.current = input
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => {
        setOpened(true)
        onDropdownOpen?.()
      }}
      onDropdownClose={() => {
        setOpened(false)
        onDropdownClose?.()
      }}
    />
  )
}
