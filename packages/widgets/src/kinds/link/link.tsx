import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useCallback, useState } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { FitText } from '#lib/fit-text.tsx'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { codePlaces, codeText } from '#lib/qr/code-places.ts'
import { CODE_MIN, QrCode } from '#lib/qr/qr-code.tsx'
import { pressable, SURFACE } from '#lib/touchable.ts'

/** The size from which on a link has a code. */
const CODE_FROM = { large: CODE_MIN, always: 1, never: Number.POSITIVE_INFINITY } as const

/** A link to touch, with a QR code as chosen. */
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
  const least = CODE_FROM[settings.code]
  const places = codePlaces({ width, height, dir: host.dir, line, least })
  const code = address && codeText(address) ? places.code : undefined
  const words = code ? places.words : { left: 0, top: 0, width, height }
  return (
    <div
      {...(address && pressable(host, press, { role: 'link', label: text }))}
      style={{ ...(address && SURFACE), position: 'absolute', left: 0, top: 0, ...size }}
    >
      {address && code && <QrCode text={address} left={code.left} top={code.top} size={code.width} />}
      <FitText
        text={text}
        font={
          code && !places.isBeside ? { ...settings.fontSettings, alignment: 'center' } : settings.fontSettings
        }
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
