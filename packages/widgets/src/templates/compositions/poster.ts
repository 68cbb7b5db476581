import {
  type Box,
  drawn,
  LANDSCAPE,
  letters,
  type Part,
  PILL,
  PORTRAIT,
  strong,
  type TemplatePage,
  words,
} from '#templates/template.ts'
import { type Common, type Frame, logo, picture } from './picture.ts'

/** A message in large text beside a picture. */
export interface Poster extends Common {
  frame: Frame
  kicker: string
  headline: string
  text: string
  /** A number on a seal, such as `-30%`. */
  seal?: string
}

export function poster({
  tone,
  art,
  face = strong,
  frame,
  kicker,
  headline,
  text,
  seal,
}: Poster): TemplatePage[] {
  const sealed = (at: Box): Part[] =>
    seal === undefined
      ? []
      : [
          drawn(at, 'burst', tone.band),
          words('Seal', inside(at), seal, tone.onBand, strong(Math.round(at[2] / 4.4), 'center')),
        ]
  const tag = (at: Box): Part => ({
    type: 'tag',
    name: 'Category',
    at,
    frame: PILL,
    settings: {
      label: kicker,
      background: tone.band,
      color: tone.onBand,
      fontSettings: strong(32, 'center'),
    },
  })
  const wide: Box =
    frame === 'field' ? [1000, 64, 856, 952] : frame === 'disc' ? [990, 90, 900, 900] : [1080, 150, 700, 930]
  const tall: Box =
    frame === 'field' ? [48, 48, 984, 850] : frame === 'disc' ? [110, 50, 860, 860] : [200, 130, 680, 770]
  return [
    {
      ...LANDSCAPE,
      background: tone.wash,
      parts: [
        ...picture(wide, art, tone, frame),
        tag([112, 130, 420, 76]),
        words('Headline', [112, 240, 820, 350], headline, tone.ink, face(112)),
        words('Text', [112, 612, 800, 250], text, tone.soft, letters(46)),
        logo([112, 940, 780, 72], tone.strong, 42),
        ...sealed([948, 40, 300, 300]),
      ],
    },
    {
      ...PORTRAIT,
      background: tone.wash,
      parts: [
        ...picture(tall, art, tone, frame),
        tag([80, 970, 420, 76]),
        words('Headline', [80, 1066, 920, 345], headline, tone.ink, face(112)),
        words('Text', [80, 1430, 920, 270], text, tone.soft, letters(46)),
        logo([80, 1772, 920, 76], tone.strong, 44),
        ...sealed([740, 740, 300, 300]),
      ],
    },
  ]
}

/** The inner box of a seal, which fits its text. */
const inside = ([x, y, width, height]: Box): Box => [
  x + Math.round(width * 0.13),
  y + Math.round(height * 0.34),
  Math.round(width * 0.74),
  Math.round(height * 0.32),
]
