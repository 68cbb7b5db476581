import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

interface OpenSelectProps extends SelectProps {
  /** Its list is open from the beginning. */
  opens: boolean
}

/** The select itself, in the place of its field that has just got the focus. */
export function OpenSelect({ opens, ref, ...select }: OpenSelectProps) {
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => own.current?.focus({ preventScroll: true }), [])
  return (
    <Select
      {...select}
      ref={(input) => {
        own.current = input
        if (typeof ref === 'function') ref(input)
        else if (ref) ref.current = input
      }}
      defaultDropdownOpened={opens}
    />
  )
}
