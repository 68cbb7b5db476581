import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useContext } from 'react'
import { useBoundText } from '#lib/bound-text.ts'
import { FitText } from '#lib/fit-text.tsx'
import { PageContext } from '#lib/page.ts'
import { useStyledText } from '#lib/pieces.tsx'
import { Placeholder } from '#lib/placeholder.tsx'
import { codePlaces, codeText } from '#lib/qr/code-places.ts'
import { QrCode } from '#lib/qr/qr-code.tsx'
import { isFilled } from './filled-row.ts'
import { TextRows } from './text-rows.tsx'
import { useRows } from './use-rows.ts'

/** The most of a box that a QR code takes beside words. */
const SHARE = 0.6
/** Between a code and the words below it: the quiet zone that codes need. */
const GAP = 0.12

export function Text(props: WidgetProps<SettingsOf<'text'>>) {
  const { settings, size, host } = props
  const code = codeText(useBoundText(settings.code, host))
  if (code === '') return <Words {...props} />
  const hasWords = settings.text.trim() !== '' || settings.rows.some(isFilled) || Boolean(settings.source)
  const line = hasWords ? settings.fontSettings.size * 1.3 : 0
  const [share, gap] = hasWords ? [SHARE, GAP] : [1, 0]
  const { code: square, words } = codePlaces({ ...size, dir: host.dir, line, share, gap })
  if (!square) return <Words {...props} />
  const { left, top, width, height } = words
  return (
    <>
      <QrCode text={code} left={square.left} top={square.top} size={square.width} />
      {hasWords && (
        <div style={{ position: 'absolute', left, top, width, height }}>
          <Words {...props} size={{ width, height }} />
        </div>
      )}
    </>
  )
}

function Words({ settings, size, host }: WidgetProps<SettingsOf<'text'>>) {
  const { ink } = useContext(PageContext)
  const heading = useBoundText(settings.text, host)
  const styled = useStyledText(settings.text, host)
  const { fontSettings: font, color: own = '' } = settings
  const color = own || ink
  const priceColor = settings.priceColor || color
  const colors = { color, priceColor, ground: ink === 'black' ? 'white' : 'black' }
  const { rows, isList } = useRows(settings, colors, host)
  if (isList)
    return (
      <TextRows
        {...{ heading, rows, font, color, priceColor, size, host }}
        isInset={settings.rules.rules?.some(({ look }) => look?.background) ?? false}
      />
    )
  if (settings.text.trim() === '') return <Placeholder size={size} host={host} word="text" />
  return <FitText {...styled} font={font} color={color} {...size} />
}
