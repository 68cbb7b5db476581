import { useMemo } from 'react'
import { useLazyPart } from '#lib/lazy-parts.ts'

/** The quiet zone around a code in modules (ISO/IEC 18004, 6.3.8). */
const QUIET = 4

/** From this size on, a box fits a QR code that phones can read across a room. */
export const CODE_MIN = 110

export function QrCode({ text, left, top, size }: { text: string; left: number; top: number; size: number }) {
  const qrPath = useLazyPart('qrPath')
  const code = useMemo(() => qrPath?.(text), [qrPath, text])
  if (!code) return null
  return (
    <svg
      viewBox={`${-QUIET} ${-QUIET} ${code.side + 2 * QUIET} ${code.side + 2 * QUIET}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      aria-hidden="true"
      style={{ position: 'absolute', left, top, background: 'white' }}
    >
      <path d={code.path} fill="black" />
    </svg>
  )
}
