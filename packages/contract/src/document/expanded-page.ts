import type { Values } from '#fields/values.ts'
import { FRAME_FIELDS, type Frame, readFrame } from './frame.ts'
import { copyWidgets, type FieldsByType, type ReadDocument, type ReadWidget } from './layout-document.ts'
import { isUse, type PartUse, targetsOf, valuesOfUse } from './part-use.ts'
import type { Pin, Pins } from './pins.ts'
import { scaledWidget } from './scaled-widget.ts'

/** Parts by id. */
export type Parts = ReadonlyMap<string, ReadDocument>
type Use = ReadWidget & { use: PartUse }

/**
 * A page with ordinary widgets in place of the parts that it shows: what screens get, and what the designer draws. Uses of
 * parts that aren't in `parts` stay. The same object if it shows none of them.
 */
export function expandedPage<D extends ReadDocument>(page: D, types: FieldsByType, parts: Parts): D {
  if (!page.widgets.some(({ use }) => use && parts.has(use.part))) return page
  const order = [...page.widgets].sort((a, b) => a.zIndex - b.zIndex)
  const widgets = order.flatMap((widget) => {
    const part = widget.use && parts.get(widget.use.part)
    return isUse(widget) && part ? expandedUse(widget, part, types) : [widget]
  })
  return { ...page, widgets: widgets.map((widget, index) => ({ ...widget, zIndex: index + 1 })) }
}

/** The widgets that are drawn in place of a use, from the back, in whole pixels. Their ids are the same each time. */
export function expandedUse(widget: Use, part: ReadDocument, types: FieldsByType): ReadWidget[] {
  const by = Math.min(widget.width / part.width, widget.height / part.height)
  const left = widget.x + (widget.width - part.width * by) / 2
  const top = widget.y + (widget.height - part.height * by) / 2
  const back = withValues(part, widget.use, types)
    .filter(({ use }) => use === undefined)
    .sort((a, b) => a.zIndex - b.zIndex)
  const ids = back.map(({ id }) => innerId(widget.id, id))[Symbol.iterator]()
  return copyWidgets(back, types, () => ids.next().value ?? '').map((inner) => {
    const [x, y] = [Math.round(left + inner.x * by), Math.round(top + inner.y * by)]
    const rect = {
      x,
      y,
      width: Math.max(1, Math.round(left + (inner.x + inner.width) * by) - x),
      height: Math.max(1, Math.round(top + (inner.y + inner.height) * by) - y),
    }
    return { ...placed(scaledWidget(inner, rect, by, types), widget), of: widget.id }
  })
}

/** The widgets of a part with the values of a use. A field that a use sets has no style. */
function withValues(part: ReadDocument, use: PartUse, types: FieldsByType): ReadWidget[] {
  const values = valuesOfUse(part, types, use)
  const set = new Map<string, Values>()
  for (const value of part.values ?? [])
    if (Object.hasOwn(use.values ?? {}, value.name))
      for (const { widget, name } of targetsOf(part, types, value))
        set.set(widget.id, { ...set.get(widget.id), [name]: values[value.name] })
  return part.widgets.map((widget) => {
    const own = set.get(widget.id)
    if (!own) return widget
    const { styles = {}, ...rest } = widget
    const left = Object.entries(styles).filter(([name]) => !Object.hasOwn(own, name))
    const settings = { ...widget.settings, ...own }
    return { ...rest, settings, ...(left.length > 0 && { styles: Object.fromEntries(left) }) }
  })
}

/** Turned around the middle of its use, as transparent, hidden, and pinned as that is. */
function placed(inner: ReadWidget, use: ReadWidget): ReadWidget {
  const { frame: own, pins: ownPins, group: _, hidden, ...widget } = inner
  const angle = use.frame?.rotation ?? 0
  const turn = (angle * Math.PI) / 180
  const [dx, dy] = [
    widget.x + widget.width / 2 - use.x - use.width / 2,
    widget.y + widget.height / 2 - use.y - use.height / 2,
  ]
  const moved = {
    x: Math.round(widget.x + dx * (Math.cos(turn) - 1) - dy * Math.sin(turn)),
    y: Math.round(widget.y + dx * Math.sin(turn) + dy * (Math.cos(turn) - 1)),
  }
  const frame = use.frame ? frameOf(own, use.frame) : own
  const pins = pinsOf(ownPins, use.pins)
  return {
    ...widget,
    ...(angle !== 0 && moved),
    ...(frame && { frame }),
    ...(pins && { pins }),
    ...((hidden || use.hidden) && { hidden: true }),
  }
}

function frameOf(own: Frame = {}, { opacity = 100, rotation = 0, enter, enterDelay, blend, change }: Frame) {
  const angle = (own.rotation ?? 0) + rotation
  return readFrame({
    ...(enter && !own.enter && { enter, enterDelay: enterDelay ?? 0 }),
    ...(blend && { blend }),
    ...(change && { change }),
    ...own,
    opacity: Math.round((own.opacity ?? FRAME_FIELDS.opacity.default) * opacity) / 100,
    rotation: angle > 180 ? angle - 360 : angle < -180 ? angle + 360 : angle,
  })
}

/** A stretched use leaves its widgets where their own pins say; another one takes all of them along. */
function pinsOf(own: Pins | undefined, use: Pins | undefined): Pins | undefined {
  if (!use) return undefined
  const along = (pin: Pin | undefined, inner: Pin | undefined) => (pin === 'both' ? (inner ?? 'start') : pin)
  const [x, y] = [along(use.x, own?.x), along(use.y, own?.y)]
  return x || y ? { ...(x && { x }), ...(y && { y }) } : undefined
}

/** The id of a widget in a use: a hash of 128 bits, the same on every server and in every browser. */
function innerId(use: string, widget: string): string {
  const text = `${use} ${widget}`
  const words = SEEDS.map((seed) => {
    let hash = seed
    for (let index = 0; index < text.length; index += 1)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) ^ (hash >>> 15)
    return (hash >>> 0).toString(16).padStart(8, '0')
  })
  return `p${words.join('')}`
}
const SEEDS = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
