// The page of an exported layout: its regions as widgets.

import {
  newWidget,
  PAGE_MAX,
  PAGE_MIN,
  type ReadDocument,
  type ReadWidget,
  WIDGETS_MAX,
} from '@vitrine/contract/document/layout-document'
import { hexOf } from '@vitrine/contract/fields/color'
import {
  FULL_VIDEO,
  MEDIA_ZONE_MAX,
  type MediaZoneEntry,
  ZONE_INTERVAL,
} from '@vitrine/contract/fields/kinds/media-zone'
import type { Values } from '@vitrine/contract/fields/values'
import { plainText } from '@vitrine/contract/plain-text'
import { isShowDate, isShowSpan } from '@vitrine/contract/schedule/show-dates'
import { WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import type {
  ForeignElement,
  ForeignLayout,
  ForeignRegion,
  ForeignWidget,
} from '#content/uploads/layouts/api.ts'
import { newId } from '#lib/ids.ts'
import { partOfElement } from './elements.ts'
import type { Notes } from './notes.ts'
import { type Part, partOf, type Shown } from './part-of.ts'

/** Makes what a page refers to. Each answers undefined if it can't, and notes why. */
export interface Making {
  notes: Notes
  /** The id of the media item of what a zone shows, and whether it is a video. */
  medium(shown: Shown, region: string, kind: string): Promise<{ id: string; isVideo: boolean } | undefined>
  /** The name of the data source of a data set. */
  source(sheet: number, region: string): Promise<string | undefined>
  /** The media id of a card with one widget. */
  card(name: string, document: ReadDocument): Promise<string>
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Video walls and the like may be larger than a page can be. */
const scaleOf = ({ width, height }: Pick<Box, 'width' | 'height'>): number =>
  Math.min(1, PAGE_MAX / Math.max(width, height))

const side = (length: number) => Math.min(PAGE_MAX, Math.max(PAGE_MIN, Math.round(length)))

/** `background`: the media id of the picture behind it. */
export async function pageOf(
  layout: ForeignLayout,
  background: string | undefined,
  making: Making,
): Promise<ReadDocument> {
  const scale = scaleOf(layout)
  const color = hexOf(layout.background)
  const widgets: ReadWidget[] = []
  if (layout.hasActions) making.notes.add('', '', 'actions')
  for (const [index, region] of layout.regions.entries()) {
    const made = await widgetsOf(region, labelOf(region, index), scale, making)
    widgets.push(...made.map((widget) => ({ ...widget, zIndex: Math.round(region.z) })))
  }
  if (widgets.length > WIDGETS_MAX) making.notes.add('', '', 'too-many')
  const stacked = widgets.slice(0, WIDGETS_MAX).sort((a, b) => a.zIndex - b.zIndex)
  return {
    width: side(layout.width * scale),
    height: side(layout.height * scale),
    ...(color !== '' && { background: color }),
    ...(background !== undefined && {
      backdrop: { media: [{ mediaId: background }], fit: 'stretch' as const },
    }),
    widgets: stacked.map((widget, index) => ({ ...widget, zIndex: index + 1 })),
  }
}

const labelOf = ({ name }: ForeignRegion, index: number) => plainText(name).trim() || String(index + 1)

async function widgetsOf(
  region: ForeignRegion,
  label: string,
  scale: number,
  making: Making,
): Promise<ReadWidget[]> {
  const { notes } = making
  const box = boxOf(region, scale)
  if (region.isDrawer) {
    for (const { kind } of region.widgets) notes.add(label, kind, 'drawer')
    return []
  }
  if (region.hasActions) notes.add(label, '', 'actions')
  if (region.hasTransition) notes.add(label, '', 'transition')
  const canvas = region.widgets.filter(({ elements }) => elements.length > 0)
  const others = region.widgets.filter(({ elements, kind }) => elements.length === 0 && kind !== 'global')
  if (canvas.length === 0 && others.length === 0) notes.add(label, '', 'empty')
  const zone = await zoneOf(others, label, box, making)
  const elements: ReadWidget[] = []
  for (const { elements: all } of canvas)
    for (const element of all) {
      const made = await elementOf(element, label, box, scale, making)
      if (made) elements.push(made)
    }
  return [...(zone ? [zone] : []), ...elements]
}

const boxOf = ({ x, y, width, height }: Box, scale: number): Box => ({
  ...{ x: Math.round(x * scale), y: Math.round(y * scale) },
  ...{ width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) },
})

/** The widget of a region: the only one that it has, or a media zone in which several take turns. */
async function zoneOf(
  widgets: readonly ForeignWidget[],
  label: string,
  box: Box,
  making: Making,
): Promise<ReadWidget | undefined> {
  const found = widgets.flatMap((widget) => {
    const part = partOf(widget, (why, detail) => making.notes.add(label, widget.kind, why, detail))
    return part ? [{ widget, part }] : []
  })
  const [first] = found
  if (!first) return undefined
  if (found.length === 1 && 'widget' in first.part)
    return widgetOf(first.part, label, first.widget.kind, box, making)
  const entries: MediaZoneEntry[] = []
  for (const { widget, part } of found) {
    const entry = await entryOf(widget, part, label, box, making)
    if (entry && entries.length < MEDIA_ZONE_MAX) entries.push(entry)
    else if (entry) making.notes.add(label, widget.kind, 'too-many')
  }
  if (entries.length === 0) return undefined
  const isLoud = found.some(({ part }) => 'shows' in part && part.isLoud)
  return made('media-looper', label, box, { media: entries, muteVideo: !isLoud })
}

/** Seconds of a widget that doesn't say how long it shows. */
const USUAL = 10

async function entryOf(
  widget: ForeignWidget,
  part: Part,
  label: string,
  box: Box,
  making: Making,
): Promise<MediaZoneEntry | undefined> {
  const medium =
    'shows' in part
      ? await making.medium(part.shows, label, widget.kind)
      : await cardOf(part, label, widget.kind, box, making)
  if (!medium) return undefined
  const { seconds } = widget
  const isWhole = medium.isVideo && (widget.isOwnLength || seconds === 0)
  return {
    mediaId: medium.id,
    duration: isWhole ? FULL_VIDEO : Math.min(86_400, seconds || USUAL) || ZONE_INTERVAL,
    ...('shows' in part && part.fit && { fit: part.fit }),
    ...datesOf(widget, label, making.notes),
  }
}

function datesOf({ from, until, kind }: ForeignWidget, label: string, notes: Notes) {
  const dates = {
    ...(isShowDate(from) && { showFrom: from }),
    ...(isShowDate(until) && { showUntil: until }),
  }
  if (Object.keys(dates).length === 0) return {}
  notes.add(label, kind, 'dates', [from, until].filter(Boolean).join(' – '))
  return isShowSpan(dates) ? dates : {}
}

/** Texts and the like take turns with media as cards. */
async function cardOf(
  part: Extract<Part, { widget: WidgetType }>,
  label: string,
  kind: string,
  box: Box,
  making: Making,
): Promise<{ id: string; isVideo: boolean } | undefined> {
  const size = { width: side(box.width), height: side(box.height) }
  const widget = await widgetOf(part, label, kind, { x: 0, y: 0, ...size }, making)
  if (!widget) return undefined
  const document = { ...size, background: 'transparent', widgets: [widget] }
  return { id: await making.card(label, document), isVideo: false }
}

async function widgetOf(
  { widget, settings, sheet }: Extract<Part, { widget: WidgetType }>,
  label: string,
  kind: string,
  box: Box,
  making: Making,
): Promise<ReadWidget | undefined> {
  if (sheet === undefined) return made(widget, label, box, settings)
  const source = await making.source(sheet, label)
  if (source === undefined) {
    making.notes.add(label, kind, 'no-rows')
    return undefined
  }
  return made(widget, label, box, { ...settings, source })
}

async function elementOf(
  element: ForeignElement,
  label: string,
  region: Box,
  scale: number,
  making: Making,
): Promise<ReadWidget | undefined> {
  const part = partOfElement(element, (why, detail) => making.notes.add(label, element.kind, why, detail))
  if (!part) return undefined
  const own = boxOf(element, scale)
  const box = { ...own, x: own.x + region.x, y: own.y + region.y }
  const turn = Math.round(element.rotation) % 360
  const rotation = turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  const frame = { ...(rotation !== 0 && { rotation }), ...opacityOf(element) }
  const widget = await elementWidget(part, label, element.kind, box, making)
  return widget && { ...widget, ...(Object.keys(frame).length > 0 && { frame }) }
}

function opacityOf({ properties: { opacity } }: ForeignElement) {
  const percent = Math.round(Number(opacity ?? 100))
  return percent >= 0 && percent < 100 ? { opacity: percent } : {}
}

async function elementWidget(part: Part, label: string, kind: string, box: Box, making: Making) {
  if ('widget' in part) return widgetOf(part, label, kind, box, making)
  const medium = await making.medium(part.shows, label, kind)
  if (!medium) return undefined
  const entry = { mediaId: medium.id, duration: ZONE_INTERVAL, ...(part.fit && { fit: part.fit }) }
  return made('media-looper', label, box, { media: [entry] })
}

const made = (type: WidgetType, name: string, box: Box, settings: Values): ReadWidget => {
  const widget = newWidget({ id: newId(), type, name, zIndex: 1, ...box }, WIDGET_FIELDS)
  return { ...widget, settings: { ...widget.settings, ...settings } }
}
