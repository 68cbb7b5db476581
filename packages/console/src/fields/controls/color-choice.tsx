import { ColorInput, type ColorInputProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import type { TakesPlace } from '#ui/late/use-late.ts'

/** The field of a colour with its choice below, in the place of the plain one that is about to be used. */
export function ColorChoice({ hasFocus, ...props }: ColorInputProps & TakesPlace) {
  const input = useRef<HTMLInputElement>(null)
  const takes = useRef(hasFocus)
  useLayoutEffect(() => {
    if (!takes.current) return
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
