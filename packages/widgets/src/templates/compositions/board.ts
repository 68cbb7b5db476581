import {
  type Box,
  LANDSCAPE,
  letters,
  type Part,
  PORTRAIT,
  plate,
  priceList,
  type TemplatePage,
  words,
} from '#templates/template.ts'
import { bold, type Common, logo, picture } from './picture.ts'

/** A list with prices beside a picture, and today's specials. */
export interface Board extends Common {
  title: string
  /** The kind of rows: dishes, drinks, services. */
  row: string
  rows: readonly (readonly [name: string, note: string, price: string])[]
  special: readonly [heading: string, name: string, price: string]
}

const list = ({ tone, row, rows }: Board, at: Box): Part =>
  priceList(row, at, rows, { size: 42, color: tone.ink, priceColor: tone.strong })

export function board(it: Board): TemplatePage[] {
  const { tone, art, title, special } = it
  const [heading, name, price] = special
  return [
    {
      ...LANDSCAPE,
      background: tone.ground,
      parts: [
        ...picture([1240, 0, 680, 750], art, tone, 'field'),
        plate([1240, 750, 680, 330], tone.band),
        logo([96, 60, 620, 54], tone.soft, 32),
        words('Title', [96, 118, 1060, 128], title, tone.strong, bold(94)),
        plate([96, 262, 120, 10], tone.band),
        list(it, [96, 292, 1060, 740]),
        words('Special: heading', [1300, 798, 560, 48], heading, tone.softOnBand, letters(34)),
        words('Special: name', [1300, 852, 560, 82], name, tone.onBand, bold(58)),
        words('Special: price', [1300, 942, 560, 84], price, tone.strongOnBand, bold(62)),
      ],
    },
    {
      ...PORTRAIT,
      background: tone.ground,
      parts: [
        ...picture([0, 0, 1080, 600], art, tone, 'field'),
        plate([0, 1650, 1080, 270], tone.band),
        logo([80, 652, 620, 52], tone.soft, 32),
        words('Title', [80, 706, 920, 122], title, tone.strong, bold(88)),
        plate([80, 842, 120, 10], tone.band),
        list(it, [80, 872, 920, 750]),
        words('Special: heading', [80, 1696, 620, 48], heading, tone.softOnBand, letters(34)),
        words('Special: name', [80, 1748, 620, 110], name, tone.onBand, bold(60)),
        words('Special: price', [720, 1748, 280, 90], price, tone.strongOnBand, bold(62, 'right')),
      ],
    },
  ]
}
