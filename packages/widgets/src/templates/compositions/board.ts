import {
  type Box,
  CARD,
  LANDSCAPE,
  letters,
  type Part,
  PILL,
  PORTRAIT,
  plate,
  priceList,
  strong,
  type TemplatePage,
  words,
} from '#templates/template.ts'
import { type Common, logo, picture } from './picture.ts'

/** A list with prices beside a picture, and today's specials. */
export interface Board extends Common {
  title: string
  /** The kind of rows: dishes, drinks, services. */
  row: string
  rows: readonly (readonly [name: string, note: string, price: string])[]
  special: readonly [heading: string, name: string, price: string]
}

const list = ({ tone, row, rows }: Board, at: Box): Part =>
  priceList(row, at, rows, {
    size: 42,
    font: { ...strong(42), weight: 600 },
    color: tone.ink,
    priceColor: tone.strong,
  })

export function board(it: Board): TemplatePage[] {
  const { tone, art, face = strong, title, special } = it
  const [heading, name, price] = special
  return [
    {
      ...LANDSCAPE,
      background: tone.wash,
      parts: [
        ...picture([1216, 56, 648, 640], art, tone, 'field'),
        plate([1216, 728, 648, 296], tone.band, CARD),
        logo([96, 60, 620, 54], tone.soft, 32),
        words('Title', [96, 118, 1060, 128], title, tone.strong, face(94)),
        plate([96, 262, 120, 10], tone.band, PILL),
        list(it, [96, 292, 1060, 740]),
        words('Special: heading', [1264, 760, 552, 48], heading, tone.softOnBand, letters(34)),
        words('Special: name', [1264, 812, 552, 82], name, tone.onBand, face(54)),
        words('Special: price', [1264, 902, 552, 84], price, tone.strongOnBand, face(60)),
      ],
    },
    {
      ...PORTRAIT,
      background: tone.wash,
      parts: [
        ...picture([48, 48, 984, 560], art, tone, 'field'),
        plate([48, 1640, 984, 240], tone.band, CARD),
        logo([80, 652, 620, 52], tone.soft, 32),
        words('Title', [80, 706, 920, 122], title, tone.strong, face(88)),
        plate([80, 842, 120, 10], tone.band, PILL),
        list(it, [80, 872, 920, 750]),
        words('Special: heading', [96, 1680, 604, 48], heading, tone.softOnBand, letters(34)),
        words('Special: name', [96, 1732, 604, 110], name, tone.onBand, face(56)),
        words('Special: price', [708, 1732, 276, 90], price, tone.strongOnBand, face(60, 'right')),
      ],
    },
  ]
}
