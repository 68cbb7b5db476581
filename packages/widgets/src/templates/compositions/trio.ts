import type { DrawingName } from '@vitrine/widgets/drawings/names'
import {
  CARD,
  drawn,
  LANDSCAPE,
  letters,
  PORTRAIT,
  plate,
  strong,
  type TemplatePage,
  words,
} from '#templates/template.ts'
import type { Tone } from '#templates/tones.ts'
import { type Common, logo } from './picture.ts'

/** Three items side by side, each with a picture. */
export interface Trio extends Pick<Common, 'face'> {
  tone: Tone
  title: string
  text: string
  cards: readonly (readonly [art: DrawingName, name: string, text: string])[]
}

export function trio({ tone, face = strong, title, text, cards }: Trio): TemplatePage[] {
  return [
    {
      ...LANDSCAPE,
      background: tone.wash,
      parts: [
        drawn([0, 760, 1920, 320], 'hills', tone.panel),
        logo([96, 60, 760, 54], tone.soft, 34),
        words('Title', [96, 122, 1728, 118], title, tone.strong, face(86)),
        words('Text', [96, 244, 1728, 60], text, tone.soft, letters(40)),
        ...cards.flatMap(([art, name, more], index) => {
          const x = 96 + index * 592
          const card = `Card ${index + 1}`
          return [
            plate([x, 350, 544, 650], tone.band, CARD),
            drawn([x + 132, 376, 280, 280], art, tone.strongOnBand, tone.onBand),
            words(card, [x + 40, 680, 464, 74], name, tone.onBand, strong(44, 'center')),
            words(
              `${card}: more`,
              [x + 40, 764, 464, 200],
              more,
              tone.softOnBand,
              letters(36, { alignment: 'center' }),
            ),
          ]
        }),
      ],
    },
    {
      ...PORTRAIT,
      background: tone.wash,
      parts: [
        drawn([0, 1440, 1080, 480], 'hills', tone.panel),
        logo([80, 80, 920, 58], tone.soft, 36),
        words('Title', [80, 150, 920, 190], title, tone.strong, face(84)),
        words('Text', [80, 348, 920, 110], text, tone.soft, letters(40)),
        ...cards.flatMap(([art, name, more], index) => {
          const y = 500 + index * 452
          const card = `Card ${index + 1}`
          return [
            plate([64, y, 952, 412], tone.band, CARD),
            drawn([96, y + 56, 300, 300], art, tone.strongOnBand, tone.onBand),
            words(card, [420, y + 60, 550, 76], name, tone.onBand, strong(48)),
            words(`${card}: more`, [420, y + 144, 550, 216], more, tone.softOnBand, letters(38)),
          ]
        }),
      ],
    },
  ]
}
