import { isAllowed, webUrl } from '@vitrine/contract/sites/allowed-sites'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useCallback, useContext, useState } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { FitText } from '#lib/fit-text.tsx'
import { OWN_STACK } from '#lib/fonts.ts'
import { mirrored } from '#lib/line.tsx'
import { Overlay } from '#lib/overlay.tsx'
import { PageContext } from '#lib/page.ts'
import { pressable, SURFACE } from '#lib/touchable.ts'
import { Blocked } from './blocked.tsx'
import { QrCode } from './qr-code.tsx'

/** From this size on, a box fits a QR code that phones can read across a room. */
const CODE_MIN = 110

type Dir = WidgetProps<SettingsOf<'link'>>['host']['dir']

/** A link to touch; larger boxes add a QR code. */
export function Link({ settings, size, host }: WidgetProps<SettingsOf<'link'>>) {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const address = webUrl(settings.linkURL)?.href
  const text =
    settings.label || settings.linkURL || (host.mode === 'design' ? builtInText(host.locale, 'link') : '')
  const { width, height } = size
  const line = settings.fontSettings.size * 1.3
  // A wide box has the code before the text, others above it.
  const beside = width > height * 1.8
  const room = beside ? height : Math.min(width, height - line * 1.6)
  const code = address && room >= CODE_MIN ? room : 0
  const gap = code * 0.12
  const x = mirrored(host.dir, width)
  const words =
    code === 0
      ? { left: 0, top: 0, width, height }
      : beside
        ? { left: x(code + gap, width - code - gap), top: 0, width: width - code - gap, height }
        : { left: 0, top: code, width, height: height - code }
  return (
    <div
      {...(address && pressable(host, () => setOpen(true), { role: 'link', label: text }))}
      style={{ ...(address && SURFACE), position: 'absolute', left: 0, top: 0, ...size }}
    >
      {address && code > 0 && (
        <QrCode text={address} left={beside ? x(0, code) : (width - code) / 2} top={0} size={code} />
      )}
      <FitText
        text={text}
        font={code > 0 && !beside ? { ...settings.fontSettings, alignment: 'center' } : settings.fontSettings}
        color={settings.color}
        {...words}
        vertical="middle"
        style={{ textDecoration: 'underline', textUnderlinePosition: 'under' }}
      />
      {open && address && (
        <WebPage
          address={address}
          title={text}
          locale={host.locale}
          dir={host.dir}
          isBlocked={!isAllowed(host.sites(), address)}
          onClose={close}
        />
      )}
    </div>
  )
}

function WebPage({
  address,
  title,
  locale,
  dir,
  isBlocked,
  onClose,
}: {
  address: string
  title: string
  locale: string
  dir: Dir
  isBlocked: boolean
  onClose: () => void
}) {
  const { width, height } = useContext(PageContext)
  const bar = Math.max(48, Math.min(width, height) * 0.07)
  return (
    <Overlay onClose={onClose} dim>
      {isBlocked ? (
        <Blocked address={address} locale={locale} left={0} top={bar} width={width} height={height - bar} />
      ) : (
        <iframe
          title={title}
          src={address}
          sandbox="allow-scripts allow-forms allow-same-origin"
          referrerPolicy="no-referrer"
          style={{
            position: 'absolute',
            left: 0,
            top: bar,
            width,
            height: height - bar,
            border: 0,
            background: 'white',
          }}
        />
      )}
      {!isBlocked && <OnPhone address={address} locale={locale} dir={dir} bar={bar} />}
      <div style={{ position: 'absolute', left: 0, top: 0, width, height: bar, background: '#16191d' }}>
        <button
          type="button"
          onClick={onClose}
          style={{
            ...SURFACE,
            position: 'absolute',
            left: bar * 0.3,
            top: bar * 0.15,
            height: bar * 0.7,
            padding: `0 ${bar * 0.4}px`,
            border: 0,
            borderRadius: bar * 0.16,
            background: 'white',
            color: '#16191d',
            font: `600 ${bar * 0.32}px "IBM Plex Sans Variable", "IBM Plex Sans", "IBM Plex Sans Arabic", Arial, sans-serif`,
          }}
        >
          {builtInText(locale, 'close')}
        </button>
      </div>
    </Overlay>
  )
}

interface OnPhoneProps {
  address: string
  locale: string
  dir: Dir
  bar: number
}

/** A QR code that opens the shown page on a phone. */
function OnPhone({ address, locale, dir, bar }: OnPhoneProps) {
  const { width, height } = useContext(PageContext)
  const side = Math.max(CODE_MIN, Math.min(width, height) * 0.14)
  const gap = side * 0.1
  const line = side * 0.1
  const box = { width: side + 2 * gap, height: side + 2 * gap + line * 2.6 }
  const left = mirrored(dir, width)(width - box.width - gap, box.width)
  return (
    <div
      style={{
        ...{ position: 'absolute', left, top: Math.max(bar, height - box.height - gap), ...box },
        ...{ zIndex: 1, background: 'white', color: '#16191d', borderRadius: gap },
        boxShadow: '0 2px 12px rgba(0, 0, 0, .35)',
      }}
    >
      <QrCode text={address} left={gap} top={gap} size={side} />
      <div
        style={{
          ...{ position: 'absolute', left: gap, top: side + 1.3 * gap, width: side, textAlign: 'center' },
          font: `500 ${line}px/1.25 ${OWN_STACK}`,
        }}
      >
        {builtInText(locale, 'siteOnPhone')}
      </div>
    </div>
  )
}
