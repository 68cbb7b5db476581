import { gradientText, STOPS_MAX, type Stop } from '@vitrine/contract/fields/color'
import type { Rect } from '#content/pages/designer/geometry/rect.ts'
import type { ItemPaint, ItemStop, Report } from './drawn-item.ts'
import { at, inverse } from './matrix.ts'
import { hexOf } from './svg-paint.ts'

/** The stored color or gradient that paints an area like this. A gradient of a page goes from edge to edge of its area. */
export function storedPaint(paint: ItemPaint, area: Rect, report: Report): string {
  if (typeof paint === 'string') return paint
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 }
  if (paint.kind === 'radial') {
    const center = at(paint.matrix, paint.center)
    const { a, b, c, d } = paint.matrix
    const [across, down] = [Math.hypot(a, b), Math.hypot(c, d)]
    const isOff = Math.max(across, down) / Math.min(across, down) > 1.1
    const x = whole(((center.x - area.x) / area.width) * 100)
    const y = whole(((center.y - area.y) / area.height) * 100)
    const isBeside = [x, y].some((percent) => percent < 0 || percent > 100)
    if (isOff || isBeside) report.note('gradient')
    const reach = Math.hypot(
      Math.max(center.x - area.x, area.x + area.width - center.x),
      Math.max(center.y - area.y, area.y + area.height - center.y),
    )
    const share = (paint.radius * Math.sqrt(across * down)) / reach
    const stops = storedStops(paint.stops.map(({ color, at: place }) => ({ color, at: place * share })))
    const inside = (percent: number) => Math.min(100, Math.max(0, percent))
    return gradientText({ kind: 'radial', x: inside(x), y: inside(y), stops })
  }
  const back = inverse(paint.matrix)
  const last = paint.stops.at(-1)
  if (!back || !last) return hexOf(last?.color ?? [0, 0, 0, 1])
  // The place on the gradient is a linear function of the place on the page.
  const [dx, dy] = [paint.to.x - paint.from.x, paint.to.y - paint.from.y]
  const square = dx * dx + dy * dy
  const gx = (back.a * dx + back.b * dy) / square
  const gy = (back.c * dx + back.d * dy) / square
  const inSpace = at(back, middle)
  const atMiddle = ((inSpace.x - paint.from.x) * dx + (inSpace.y - paint.from.y) * dy) / square
  const angle = (whole((Math.atan2(gx, -gy) * 180) / Math.PI) + 360) % 360
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const span = Math.hypot(gx, gy) * (Math.abs(area.width * sin) + Math.abs(area.height * cos))
  const stops = paint.stops.map((stop) => ({ ...stop, at: 0.5 + (stop.at - atMiddle) / span }))
  return gradientText({ kind: 'linear', angle, stops: storedStops(stops) })
}

const whole = Math.round

/** At most eight stops between the edges, in whole percent. */
function storedStops(stops: readonly ItemStop[]): Stop[] {
  const inside = stops.filter(({ at: place }) => place > 0 && place < 1).slice(0, STOPS_MAX - 2)
  const ends = [0, 1].map((place) => ({ color: colorAt(stops, place), at: place }))
  const [first, last] = ends as [ItemStop, ItemStop]
  return [first, ...inside, last].map(({ color, at: place }) => ({
    color: hexOf(color),
    at: whole(place * 100),
  }))
}

function colorAt(stops: readonly ItemStop[], place: number): ItemStop['color'] {
  const after = stops.findIndex(({ at: one }) => one >= place)
  const next = stops[after] ?? stops.at(-1)
  const before = stops[after < 0 ? stops.length - 1 : after - 1] ?? next
  if (!next || !before) return [0, 0, 0, 1]
  // Of several stops at one place, the last one counts there.
  const same = stops.findLast(({ at: one }) => one === place)
  if (same) return same.color
  const share = next.at > before.at ? (place - before.at) / (next.at - before.at) : 0
  const mix = (part: 0 | 1 | 2 | 3) => before.color[part] + (next.color[part] - before.color[part]) * share
  return [mix(0), mix(1), mix(2), mix(3)]
}
