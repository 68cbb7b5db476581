import { solidColor } from '@vitrine/contract/fields/color'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { builtInText } from '#lib/built-in-texts.ts'
import { edge as edgeOf } from '#lib/edges/edges.ts'
import { buttonShade, faceOf } from '#lib/faces.ts'
import { useInk } from '#lib/page.ts'
import { cssPaint } from '#lib/paint.ts'
import { pressable, runnable, SURFACE } from '#lib/touchable.ts'
import { usePressed } from '#lib/use-pressed.ts'
import { ButtonContent } from './button-content.tsx'

export function Button({ id, settings, size, host }: WidgetProps<SettingsOf<'button'>>) {
  const [pressed, handlers] = usePressed()
  const { shadow, outline } = settings
  const background = settings.background || 'white'
  const ink = useInk(background)
  const color = settings.color || ink
  const actions = runnable(settings.actions)
  const side = Math.min(size.width, size.height)
  const shade = shadow ? buttonShade(size) : 0
  const face = faceOf('button', settings, size)
  const radius = edgeOf(10, side, 0.2)
  const edge = outline ? Math.max(1, edgeOf(2, side, 0.05)) : 0
  const pad = Math.max(edge, Math.min(face.height * 0.2, face.width * 0.08))
  const above = Math.min(8, face.height * 0.07)
  const label =
    settings.label ||
    (host.mode === 'design' && !settings.icon && settings.picture.length === 0
      ? builtInText(host.locale, 'button')
      : '')
  return (
    <div
      {...pressable(host, () => actions.length > 0 && host.run(id, actions), { label })}
      {...(host.mode !== 'design' && handlers)}
      style={{
        ...SURFACE,
        position: 'absolute',
        ...face,
        boxSizing: 'border-box',
        borderRadius: radius,
        border: edge ? `${edge}px solid ${solidColor(color)}` : undefined,
        background: cssPaint(background),
        boxShadow:
          shadow && !pressed
            ? `0 ${shade * 0.5}px ${shade}px rgba(0, 0, 0, .35), 0 0 ${shade * 0.3}px rgba(0, 0, 0, .2)`
            : undefined,
        transform: pressed ? 'scale(.97)' : undefined,
        filter: pressed ? 'brightness(.9)' : undefined,
        transition: 'transform 80ms ease-out, filter 80ms ease-out',
        overflow: 'hidden',
      }}
    >
      <ButtonContent
        settings={settings}
        label={label}
        color={color}
        host={host}
        box={{
          left: pad - edge,
          top: above - edge,
          width: face.width - 2 * pad,
          height: face.height - 2 * above,
        }}
      />
    </div>
  )
}
