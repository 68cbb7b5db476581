/** Where a layer is: a bar across the screen, a corner, a frame around the page, or the whole screen. */
export const LAYER_KINDS = [
  'top',
  'bottom',
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
  'frame',
  'whole',
] as const
export type LayerKind = (typeof LAYER_KINDS)[number]

/** See `LayerPlace` in `api/playback/manifest.ts`. All numbers are percent of a side of the screen. */
export interface LayerPlace {
  kind: LayerKind
  height?: number | undefined
  width?: number | undefined
  makesRoom?: true | undefined
  top?: number | undefined
  right?: number | undefined
  bottom?: number | undefined
  left?: number | undefined
}

export interface Size {
  width: number
  height: number
}

/** In the unit of the screen's size. */
export interface Area extends Size {
  left: number
  top: number
}

/** Of a corner and of a frame's edges where none is given. */
export const CORNER_WIDTH = 25
export const FRAME_EDGE = 10
/** What layers leave for the page at least, of each side of the screen. */
const PAGE_LEAST = 0.2

export const isBar = (kind: LayerKind): kind is 'top' | 'bottom' => kind === 'top' || kind === 'bottom'
export const isCorner = (kind: LayerKind): boolean => kind.includes('-')

/** A place without what its kind doesn't use. */
export function tidyPlace(place: LayerPlace): LayerPlace {
  const { kind, height, width, makesRoom, top, right, bottom, left } = place
  if (isBar(kind)) return { kind, ...(height !== undefined && { height }), ...(makesRoom && { makesRoom }) }
  if (isCorner(kind)) return { kind, width: width ?? CORNER_WIDTH }
  if (kind === 'whole') return { kind }
  const edge = (value: number | undefined) => value ?? FRAME_EDGE
  return { kind, top: edge(top), right: edge(right), bottom: edge(bottom), left: edge(left) }
}

/** A layer that shows: its place, and the size of its storyboard. */
export interface PlacedLayer {
  place: LayerPlace
  size: Size
}

/** Whether the page plays smaller while a layer shows. */
export const takesRoom = ({ kind, makesRoom }: LayerPlace): boolean =>
  kind === 'frame' || (isBar(kind) && makesRoom === true)

/**
 * Where the page and layers are on a screen, in the order of the layers. Frames and bars for which the page makes room take
 * it one after another, from the outside in; other bars and corners lie over what remains.
 */
export function layerAreas(screen: Size, layers: readonly PlacedLayer[]): { page: Area; layers: Area[] } {
  const whole: Area = { left: 0, top: 0, width: screen.width, height: screen.height }
  const found = new Map<PlacedLayer, Area>()
  let page = whole
  for (const layer of layers) {
    if (!takesRoom(layer.place)) continue
    const { own, rest } = besides(page, layer, screen)
    found.set(layer, own)
    page = rest
  }
  return {
    page,
    layers: layers.map(
      (layer) => found.get(layer) ?? (layer.place.kind === 'whole' ? whole : over(page, layer, screen)),
    ),
  }
}

const part = (percent: number, side: number): number => Math.round((percent / 100) * side)

/** A layer that takes room of an area, and what it leaves. */
function besides(area: Area, layer: PlacedLayer, screen: Size): { own: Area; rest: Area } {
  const { place } = layer
  const least = { width: screen.width * PAGE_LEAST, height: screen.height * PAGE_LEAST }
  if (isBar(place.kind)) {
    const own = barIn(area, layer, screen, Math.max(0, Math.floor(area.height - least.height)))
    const top = place.kind === 'top' ? area.top + own.height : area.top
    return { own, rest: { ...area, top, height: area.height - own.height } }
  }
  const edges = { top: 0, right: 0, bottom: 0, left: 0, ...tidyPlace(place) }
  const across = shared(
    part(edges.left, screen.width),
    part(edges.right, screen.width),
    area.width - least.width,
  )
  const down = shared(
    part(edges.top, screen.height),
    part(edges.bottom, screen.height),
    area.height - least.height,
  )
  return {
    own: area,
    rest: {
      left: area.left + across.first,
      top: area.top + down.first,
      width: area.width - across.first - across.second,
      height: area.height - down.first - down.second,
    },
  }
}

/** Two edges, both smaller if there is less room. */
function shared(first: number, second: number, most: number): { first: number; second: number } {
  const room = Math.max(0, most)
  if (first + second <= room) return { first, second }
  const scale = room / (first + second)
  return { first: Math.floor(first * scale), second: Math.floor(second * scale) }
}

function barIn(area: Area, { place, size }: PlacedLayer, screen: Size, most: number): Area {
  const wanted =
    place.height === undefined
      ? Math.round((area.width * size.height) / size.width)
      : part(place.height, screen.height)
  const height = Math.max(0, Math.min(wanted, most))
  const top = place.kind === 'top' ? area.top : area.top + area.height - height
  return { left: area.left, top, width: area.width, height }
}

/** A bar or a corner over an area. */
function over(area: Area, layer: PlacedLayer, screen: Size): Area {
  const { place, size } = layer
  if (isBar(place.kind)) return barIn(area, layer, screen, area.height)
  const wide = Math.min(part(place.width ?? CORNER_WIDTH, screen.width), area.width)
  const height = Math.min(Math.round((wide * size.height) / size.width), area.height)
  const width = Math.min(wide, Math.round((height * size.width) / size.height))
  return {
    left: place.kind.endsWith('left') ? area.left : area.left + area.width - width,
    top: place.kind.startsWith('top') ? area.top : area.top + area.height - height,
    width,
    height,
  }
}
