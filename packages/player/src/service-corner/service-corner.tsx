import { useState } from 'react'
import { useLoaded } from '#lib/use-loaded.ts'
import type { CornerProps } from './corner.tsx'
import { useCornerGesture } from './use-corner-gesture.ts'

type Props = Omit<CornerProps, 'close'>

/** Diagnostics for the technician at the screen. */
export function ServiceCorner(props: Props) {
  const { clock } = props
  const [monotonic] = useState(() => () => clock.monotonic())
  const [open, setOpen] = useCornerGesture(monotonic)
  return open ? <Summoned {...props} close={() => setOpen(false)} /> : null
}

export const cornerPart = () => import('./corner.tsx').then((it) => it.Corner)

/** Loads after the first picture, on demand. */
function Summoned(props: CornerProps) {
  const Corner = useLoaded(cornerPart)
  return Corner ? <Corner {...props} /> : null
}
