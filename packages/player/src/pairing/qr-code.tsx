import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** Light modules are drawn, too: a camera needs the bright rim. */
const RIM = 4

export function QrCode({ text }: { text: string }) {
  const { path, size } = useMemo(() => {
    const code = qrcode(0, 'M')
    code.addData(text)
    code.make()
    const count = code.getModuleCount()
    let path = ''
    for (let row = 0; row < count; row++)
      for (let column = 0; column < count; column++)
        if (code.isDark(row, column)) path += `M${column + RIM} ${row + RIM}h1v1h-1z`
    return { path, size: count + 2 * RIM }
  }, [text])
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={text}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#0b1220" />
    </svg>
  )
}
