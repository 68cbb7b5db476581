import { contrastText } from '@vitrine/contract/fields/colour'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { FitText } from '#lib/fit-text.tsx'

export function Tag({ settings, size, host }: WidgetProps<SettingsOf<'tag'>>) {
  const background = settings.background || 'white'
  const color = settings.color || contrastText(background)
  const label = settings.label || (host.mode === 'design' ? 'Tag' : '')
  if (label === '') return null
  const radius = Math.min(size.height / 2, 24)
  const pad = Math.min(radius * 0.7, size.width * 0.1)
  return (
    <div
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        ...size,
        borderRadius: radius,
        background,
        overflow: 'hidden',
      }}
    >
      <FitText
        text={label}
        font={settings.fontSettings}
        color={color}
        left={pad}
        width={size.width - 2 * pad}
        height={size.height}
        vertical="middle"
      />
    </div>
  )
}
