import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** Modules of white around a code (ISO/IEC 18004, 6.3.8). */
const QUIET = 4

export function QrCode({ text, left, top, size }: { text: string; left: number; top: number; size: number }) {
  const { path, side } = useMemo(() => draw(text), [text])
  return (
    <svg
      viewBox={`${-QUIET} ${-QUIET} ${side + 2 * QUIET} ${side + 2 * QUIET}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      aria-hidden="true"
      style={{ position: 'absolute', left, top, background: 'white' }}
    >
      <path d={path} fill="black" />
    </svg>
  )
}

function draw(text: string): { path: string; side: number } {
  const code = qrcode(0, 'M')
  code.addData(unescape(encodeURIComponent(text)), 'Byte')
  code.make()
  const side = code.getModuleCount()
  let path = ''
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`
  return { path, side }
}
