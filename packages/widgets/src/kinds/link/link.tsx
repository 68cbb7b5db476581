import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useCallback, useState } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { FitText } from '#lib/fit-text.tsx'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { mirrored } from '#lib/line.tsx'
import { pressable, SURFACE } from '#lib/touchable.ts'
import { CODE_MIN, QrCode } from './qr-code.tsx'

/** A link to touch; larger boxes add a QR code. */
export function Link({ id, settings, size, host }: WidgetProps<SettingsOf<'link'>>) {
  const [open, setOpen] = useState(false)
  const OpenSite = useLazyPart('OpenSite', open)
  const close = useCallback(() => setOpen(false), [])
  const press = () => {
    // Counts the touch.
    host.run(id, [])
    setOpen(true)
  }
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
      {...(address && pressable(host, press, { role: 'link', label: text }))}
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
      {open && OpenSite && address && (
        <OpenSite
          address={address}
          title={text}
          locale={host.locale}
          dir={host.dir}
          sites={host.sites()}
          onClose={close}
        />
      )}
    </div>
  )
}
