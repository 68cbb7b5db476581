import { qrPath } from '@vitrine/widgets/qr-path'
import { useMemo } from 'react'

/** Draw light modules, too: scanners need the light quiet zone. */
const RIM = 4

export function QrCode({ text }: { text: string }) {
  const { path, side } = useMemo(() => qrPath(text), [text])
  const size = side + 2 * RIM
  return (
    <svg
      className="qr"
      viewBox={`${-RIM} ${-RIM} ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={text}
    >
      <path d={`M${-RIM} ${-RIM}h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#0b1220" />
    </svg>
  )
}
