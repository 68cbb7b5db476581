/** An element of an icon: its tag, and its attributes. */
export type IconNode = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** The path that draws the same lines as an icon's elements. */
export const iconPath = (nodes: readonly IconNode[]): string =>
  nodes
    .map(([tag, attributes]) => PATHS[tag]?.((name) => Number(attributes[name] ?? 0), attributes) ?? '')
    .filter(Boolean)
    .join(' ')

type Numbers = (name: string) => number

const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`
const lines = (points = '') => `M${points.trim().replace(/[\s,]+/g, ' ')}`

const PATHS: Readonly<Record<string, (of: Numbers, attributes: IconNode[1]) => string>> = {
  path: (_of, { d = '' }) => d.replace(/\s+/g, ' ').trim(),
  circle: (of) => ellipse(of('cx'), of('cy'), of('r'), of('r')),
  ellipse: (of) => ellipse(of('cx'), of('cy'), of('rx'), of('ry')),
  line: (of) => `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`,
  polyline: (_of, { points }) => lines(points),
  polygon: (_of, { points }) => `${lines(points)}z`,
  rect: (of, { rx, ry }) => {
    const [x, y, width, height] = [of('x'), of('y'), of('width'), of('height')]
    const radius = Math.min(Number(rx ?? ry ?? 0), width / 2, height / 2)
    if (radius === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
    const arc = (toX: number, toY: number) => `a${radius} ${radius} 0 0 1 ${toX} ${toY}`
    const [across, down] = [width - 2 * radius, height - 2 * radius]
    return `M${x + radius} ${y}h${across}${arc(radius, radius)}v${down}${arc(-radius, radius)}h${-across}${arc(-radius, -radius)}v${-down}${arc(radius, -radius)}z`
  },
}
