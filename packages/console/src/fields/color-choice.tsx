import { ColorInput, type ColorInputProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** The field of a colour with its choice below, in the place of the plain one that has just got the focus. */
export function ColorChoice(props: ColorInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(-1, -1)
  }, [])
  return (
    <ColorInput
      ref={input}
      {...props}
      fixOnBlur={false}
      swatchesPerRow={8}
      popoverProps={{ withinPortal: true, position: 'bottom-start' }}
    />
  )
}
