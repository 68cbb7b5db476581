import qrcode from 'qrcode-generator'

/** The dark modules of a QR code (ISO/IEC 18004, level M) as an SVG path. `side`: its modules per side. */
export function qrPath(text: string): { path: string; side: number } {
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
