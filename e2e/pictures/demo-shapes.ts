/** A drawing's parts, as SVG text. All lengths are pixels of the picture. */

/** Numbers from 0 to 1 that are the same at every run. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export const gradient = (id: string, stops: readonly [string, string][], down = true): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${down ? 0 : 1}" y2="${down ? 1 : 0}">${stops
    .map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`

export const glow = (id: string, colour: string): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="0.9"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`

/** A ring of a line's width. */
export const ring = (
  x: number,
  y: number,
  radius: number,
  colour: string,
  width: number,
  more = '',
): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}" ${more}/>`

/** A line of hills over the whole width, filled down to the lower edge. */
export function hills(
  width: number,
  height: number,
  base: number,
  fill: string,
  { seed = 1, waves = 3, rise = 120 } = {},
): string {
  const random = chance(seed)
  const step = width / (waves * 2)
  let path = `M0 ${base}`
  for (let index = 0; index < waves * 2; index++) {
    const x = (index + 1) * step
    const y = base + (random() - 0.5) * rise
    const lift = index % 2 ? rise * 0.7 : -rise
    path += ` Q${x - step / 2} ${base + lift * (0.5 + random() * 0.6)} ${x} ${y}`
  }
  return `<path d="${path} V${height} H0 Z" fill="${fill}"/>`
}

/** A felucca: mast, leaning sail and hull; `x`, `y` is where the mast meets the water. */
export const felucca = (x: number, y: number, size: number, sail: string, hull: string): string =>
  `<g transform="translate(${x} ${y}) scale(${size})">
    <path d="M-12 -6 C30 -60 64 -150 92 -232 C60 -150 52 -70 58 -8 Z" fill="${sail}"/>
    <path d="M-20 -8 L-6 -150" stroke="${hull}" stroke-width="5" stroke-linecap="round"/>
    <path d="M-70 -14 Q0 4 84 -18 Q66 14 20 16 L-36 14 Q-58 10 -70 -14 Z" fill="${hull}"/>
  </g>`

/** Light on water below a light source: short strokes that grow wider downwards. */
export function glitter(x: number, top: number, bottom: number, spread: number, colour: string): string {
  const random = chance(Math.round(x + top))
  let all = ''
  for (let y = top; y < bottom; y += 16) {
    const part = (y - top) / (bottom - top)
    const width = spread * (0.25 + part) * (0.5 + random())
    const shift = (random() - 0.5) * spread * 0.5
    all += rect(x - width / 2 + shift, y, width, 5, colour, `rx="2.5" opacity="${0.75 - part * 0.45}"`)
  }
  return all
}

/** An eight-pointed star of two squares. */
export const star = (x: number, y: number, radius: number, colour: string, width: number): string =>
  [0, 45]
    .map(
      (turn) =>
        `<rect x="${x - radius}" y="${y - radius}" width="${radius * 2}" height="${radius * 2}" fill="none" stroke="${colour}" stroke-width="${width}" transform="rotate(${turn} ${x} ${y})"/>`,
    )
    .join('')

/** A pointed arch standing on `y`. */
export const arch = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<path d="M${x} ${y} V${y - height * 0.55} C${x} ${y - height * 0.85} ${x + width * 0.36} ${y - height * 0.9} ${x + width / 2} ${y - height} C${x + width * 0.64} ${y - height * 0.9} ${x + width} ${y - height * 0.85} ${x + width} ${y - height * 0.55} V${y} Z" fill="${fill}"/>`

/** A leaf from its foot, turned by degrees. */
export const leaf = (x: number, y: number, length: number, turn: number, fill: string): string =>
  `<path d="M0 0 C${length * 0.28} ${-length * 0.3} ${length * 0.28} ${-length * 0.75} 0 ${-length} C${-length * 0.28} ${-length * 0.75} ${-length * 0.28} ${-length * 0.3} 0 0 Z" fill="${fill}" transform="translate(${x} ${y}) rotate(${turn})"/>`

/** A palm: a bent trunk and seven fronds. */
export function palm(x: number, y: number, size: number, colour: string): string {
  const fronds = [-100, -68, -38, -8, 24, 56, 92]
    .map(
      (turn) =>
        `<path d="M0 0 C20 -46 18 -96 -6 -138 C-14 -92 -16 -46 0 0 Z" fill="${colour}" transform="translate(26 -250) rotate(${turn})"/>`,
    )
    .join('')
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-9 0 C-6 -90 6 -180 20 -252 L32 -248 C22 -180 14 -90 12 0 Z" fill="${colour}"/>${fronds}</g>`
}

interface Line {
  x: number
  y: number
  size: number
  colour: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  spacing?: number
  arabic?: boolean
}

export const text = (
  words: string,
  { x, y, size, colour, weight = 600, anchor = 'start', spacing = 0, arabic = false }: Line,
): string =>
  `<text x="${x}" y="${y}" font-family="${arabic ? 'Arabic' : 'Plex'}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}" ${spacing ? `letter-spacing="${spacing}"` : ''} ${arabic ? 'direction="rtl"' : ''}>${words}</text>`
