import type { WeatherCondition } from '@vitrine/contract/api/data/widget-data'
import { solidColor } from '@vitrine/contract/fields/color'

const CLOUD = 'M20 46a11 11 0 0 1-1.6-21.9A15 15 0 0 1 47 21.5 12.3 12.3 0 0 1 45.7 46z'
const SMALL_CLOUD = 'M26 50a9 9 0 0 1-1.3-17.9 12.3 12.3 0 0 1 23.4-2.3A10.1 10.1 0 0 1 47 50z'
const MOON = 'M38 12a20 20 0 1 0 14 32A17 17 0 0 1 38 12z'
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315]

/** In the widget's color. */
export function WeatherIcon(props: {
  condition: WeatherCondition
  isDay: boolean
  color: string
  left: number
  top: number
  size: number
}) {
  const { condition, isDay, color, left, top, size } = props
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      aria-hidden="true"
      fill="none"
      stroke={solidColor(color)}
      strokeWidth={3.2}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ position: 'absolute', left, top }}
    >
      {drawing(condition, isDay)}
    </svg>
  )
}

function drawing(condition: WeatherCondition, isDay: boolean) {
  switch (condition) {
    case 'clear':
      return isDay ? <Sun x={32} y={32} r={11} /> : <path d={MOON} />
    case 'partly-cloudy':
      return (
        <>
          <g>
            {isDay ? (
              <Sun x={22} y={24} r={8} half />
            ) : (
              <path d={MOON} transform="translate(2 2) scale(.5)" />
            )}
          </g>
          <path d={SMALL_CLOUD} />
        </>
      )
    case 'cloudy':
      return <path d={CLOUD} transform="translate(0 -2)" />
    case 'fog':
      return (
        <>
          <path d={CLOUD} transform="translate(0 -9)" />
          <path d="M12 45h40M18 54h30" />
        </>
      )
    case 'drizzle':
      return (
        <>
          <path d={CLOUD} transform="translate(0 -9)" />
          <path d="M24 46v4M34 50v4M43 46v4" />
        </>
      )
    case 'rain':
      return (
        <>
          <path d={CLOUD} transform="translate(0 -9)" />
          <path d="M23 44l-3 10M33 44l-4 14M43 44l-3 10" />
        </>
      )
    case 'snow':
      return (
        <>
          <path d={CLOUD} transform="translate(0 -9)" />
          <path d="M22 47v.1M32 50v.1M42 47v.1M27 56v.1M37 57v.1" strokeWidth={5} />
        </>
      )
    case 'thunder':
      return (
        <>
          <path d={CLOUD} transform="translate(0 -9)" />
          <path d="M34 40l-7 10h8l-5 9" />
        </>
      )
  }
}

function Sun({ x, y, r, half = false }: { x: number; y: number; r: number; half?: boolean }) {
  // Behind a cloud, only the rays and the arc on the far side are visible.
  const rays = half ? RAYS.filter((angle) => angle >= 135 && angle <= 315) : RAYS
  const arc = half
    ? `M${x - r * 0.75} ${y + r * 0.66}A${r} ${r} 0 1 1 ${x + r * 0.95} ${y - r * 0.3}`
    : `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
  return (
    <>
      <path d={arc} />
      {rays.map((angle) => {
        const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
        const [from, to] = [r * 1.5, r * 2]
        return <path key={angle} d={`M${x + from * cos} ${y + from * sin}L${x + to * cos} ${y + to * sin}`} />
      })}
    </>
  )
}
