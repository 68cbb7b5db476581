import { parseColor, parseGradient } from '@vitrine/contract/fields/color'
import { outlinePath, readOutline } from '@vitrine/contract/fields/outline'
import { useId } from 'react'
import { type Area, cssGradientLine } from './gradient-line.ts'

interface OutlineViewProps {
  /** As stored. */
  outline: string
  fill: string
  /** Drawn inside the box, as wide as its border. */
  border: { width: number; color: string }
  size: { width: number; height: number }
}

/** A free shape that fills its box; nothing for a stored text that isn't one. */
export function OutlineView({ outline, fill, border, size }: OutlineViewProps) {
  const id = useId()
  const drawn = readOutline(outline)
  if (!drawn) return null
  const inset = border.width / 2
  const area = {
    x: inset,
    y: inset,
    width: Math.max(0, size.width - border.width),
    height: Math.max(0, size.height - border.width),
  }
  const hasGradient = !drawn.isLine && parseGradient(fill) !== undefined
  const ends = drawn.isRound ? 'round' : undefined
  return (
    <svg {...size} aria-hidden="true" style={{ position: 'absolute', left: 0, top: 0, overflow: 'visible' }}>
      {hasGradient && <Gradient id={id} paint={fill} area={area} />}
      <path
        d={outlinePath(drawn, area)}
        fill={drawn.isLine ? 'none' : hasGradient ? `url(#${id})` : fill}
        fillRule={drawn.isEvenOdd ? 'evenodd' : undefined}
        stroke={border.width > 0 ? border.color : 'none'}
        strokeWidth={border.width}
        strokeLinecap={ends}
        strokeLinejoin={ends}
      />
    </svg>
  )
}

/** A gradient as CSS draws it in an area. */
function Gradient({ id, paint, area }: { id: string; paint: string; area: Area }) {
  const gradient = parseGradient(paint)
  if (!gradient) return null
  const stops = gradient.stops.map(({ color, at }, index) => {
    const { r, g, b, a } = parseColor(color) ?? { r: 0, g: 0, b: 0, a: 1 }
    // biome-ignore lint/suspicious/noArrayIndexKey: stops have nothing else
    return <stop key={index} offset={at / 100} stopColor={`rgb(${r},${g},${b})`} stopOpacity={a} />
  })
  const shared = { id, gradientUnits: 'userSpaceOnUse' }
  if (gradient.kind === 'linear')
    return (
      <linearGradient {...shared} {...cssGradientLine(gradient.angle, area)}>
        {stops}
      </linearGradient>
    )
  const [dx, dy] = [gradient.x / 100, gradient.y / 100]
  const r = Math.hypot(Math.max(dx, 1 - dx) * area.width, Math.max(dy, 1 - dy) * area.height)
  return (
    <radialGradient {...shared} cx={area.x + dx * area.width} cy={area.y + dy * area.height} r={r}>
      {stops}
    </radialGradient>
  )
}
