import { isRecord } from '#record.ts'

/**
 * What a widget keeps along one axis when its page gets another size: the distance to the start, to the middle, to the
 * end, to both edges (it is stretched), or its share of the page.
 */
export const PINS = ['start', 'center', 'end', 'both', 'scale'] as const
export type Pin = (typeof PINS)[number]
export interface Pins {
  x?: Pin
  y?: Pin
}

interface Size {
  width: number
  height: number
}
interface Rect extends Size {
  x: number
  y: number
}

const isPin = (value: unknown): value is Pin => (PINS as readonly unknown[]).includes(value)

/** The pins in a stored widget; `undefined` if there are none. Never fails. */
export function readPins(stored: unknown): Pins | undefined {
  if (!isRecord(stored)) return undefined
  const { x, y } = stored
  const pins = { ...(isPin(x) && { x }), ...(isPin(y) && { y }) }
  return Object.keys(pins).length > 0 ? pins : undefined
}

/** One axis of a widget, from a page of length `from` to one of length `to`. */
function along(at: number, length: number, from: number, to: number, pin: Pin): [number, number] {
  const more = to - from
  switch (pin) {
    case 'start':
      return [at, length]
    case 'center':
      return [at + more / 2, length]
    case 'end':
      return [at + more, length]
    case 'both':
      return [at, Math.max(1, length + more)]
    case 'scale':
      return [(at * to) / from, Math.max(1, (length * to) / from)]
  }
}

/** The rect of a widget after its page went from one size to another, in whole pixels. `usual`: without a pin. */
export function pinned(rect: Rect, from: Size, to: Size, pins: Pins = {}, usual: Pin = 'start'): Rect {
  const [x, width] = along(rect.x, rect.width, from.width, to.width, pins.x ?? usual)
  const [y, height] = along(rect.y, rect.height, from.height, to.height, pins.y ?? usual)
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
}
