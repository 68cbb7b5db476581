import { borderOf } from '@vitrine/contract/document/frame'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { useContext } from 'react'
import { PLAIN_SHAPES } from '#drawings/names.ts'
import { useBoundText } from '#lib/bound-text.ts'
import { builtInText } from '#lib/built-in-texts.ts'
import { FitText } from '#lib/fit-text.tsx'
import { IconView } from '#lib/icon-view.tsx'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { OutlineView } from '#lib/outline-view.tsx'
import { BoxContext, PageContext, useInk } from '#lib/page.ts'
import { cssPaint } from '#lib/paint.ts'

/** A label on a background or drawing. Without a label, it is a plate behind other widgets. */
export function Tag({ settings, size, host }: WidgetProps<SettingsOf<'tag'>>) {
  const page = useContext(PageContext)
  const box = useContext(BoxContext)
  const background =
    settings.background ||
    (settings.drawing === '' && settings.icon === '' && settings.outline === '' ? 'white' : 'transparent')
  const ink = useInk(background)
  const color = settings.color || ink
  const drawingUrl = useLazyPart('drawingUrl', settings.drawing !== '')
  const drawing = drawingUrl?.(String(settings.drawing), color, settings.secondColor || background)
  const { icon } = settings
  const isPicture = settings.drawing !== '' || icon !== '' || settings.outline !== ''
  const plate = settings.label === '' && (settings.background !== '' || isPicture)
  const bound = useBoundText(settings.label, host)
  const label = bound || (host.mode === 'design' && !plate ? builtInText(host.locale, 'tag') : '')
  if (label === '' && !plate) return null
  const isShape = settings.outline !== '' || PLAIN_SHAPES.includes(String(settings.drawing))
  const radius = isShape ? 0 : Math.min(size.height / 2, size.width / 2, 24 * Math.max(1, page.height / 1440))
  const pad = Math.min(radius * 0.7, size.width * 0.1)
  // An icon is before the words, or alone.
  const square =
    label === ''
      ? Math.min(size.width, size.height)
      : Math.min(size.height * 0.8, size.width * 0.3, settings.fontSettings.size * 1.4)
  const used = icon !== '' && label !== '' ? square * 1.25 : 0
  // Corners at the page's edge are square, or the page would show through.
  const [left, right] = [box.x <= 0, box.x + box.width >= page.width]
  const [top, bottom] = [box.y <= 0, box.y + box.height >= page.height]
  const corners = [top || left, top || right, bottom || right, bottom || left]
  return (
    <div
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        ...size,
        borderRadius: corners.map((square) => (square ? '0' : `${radius}px`)).join(' '),
        background: cssPaint(background),
        overflow: settings.outline === '' ? 'hidden' : undefined,
      }}
    >
      {settings.outline !== '' && (
        <OutlineView outline={settings.outline} fill={color} border={borderOf(box.frame)} size={size} />
      )}
      {drawing && (
        <img
          src={drawing}
          alt=""
          draggable={false}
          style={{ position: 'absolute', left: 0, top: 0, ...size }}
        />
      )}
      {icon !== '' && (
        <IconView
          icon={icon}
          color={color}
          left={label === '' ? (size.width - square) / 2 : pad}
          top={(size.height - square) / 2}
          size={square}
        />
      )}
      {label !== '' && (
        <FitText
          text={label}
          font={settings.fontSettings}
          color={color}
          left={pad + used}
          width={size.width - 2 * pad - used}
          height={size.height}
          vertical="middle"
        />
      )}
    </div>
  )
}
