import { builtInText } from '#lib/built-in-texts.ts'
import { QrCode } from '#lib/qr/qr-code.tsx'

interface Props {
  /** For phones. */
  address: string
  host: string
  locale: string
  left: number
  top: number
  width: number
  height: number
}

/** Shown instead of a disallowed site, for which the browser would show its own policy error. */
export function Blocked({ address, host, locale, left, top, width, height }: Props) {
  const side = Math.min(width, height)
  const code = side * 0.35
  const line = side * 0.05
  const centered = {
    position: 'absolute',
    left: width * 0.05,
    width: width * 0.9,
    textAlign: 'center',
  } as const
  return (
    <div
      role="alert"
      style={{
        position: 'absolute',
        ...{ left, top, width, height },
        background: '#070c16',
        color: '#eef0f3',
        font: `${line}px/1.3 "IBM Plex Sans Variable", "IBM Plex Sans", "IBM Plex Sans Arabic", Arial, sans-serif`,
      }}
    >
      <div style={{ ...centered, top: height * 0.14, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {builtInText(locale, 'siteBlocked', { host })}
      </div>
      <QrCode text={address} left={(width - code) / 2} top={height * 0.4} size={code} />
      <div style={{ ...centered, top: height * 0.4 + code + line, fontSize: line * 0.7 }}>
        {builtInText(locale, 'siteOnPhone')}
      </div>
    </div>
  )
}
