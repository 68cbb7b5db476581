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
import type { Common } from './picture.ts'

/** A centered sentence on a patterned page, with a small picture above. */
export interface Statement extends Common {
  ground: DrawingName
  headline: string
  text: string
  note: string
}

export function statement({
  tone,
  art,
  face = strong,
  ground,
  headline,
  text,
  note,
}: Statement): TemplatePage[] {
  return [
    {
      ...LANDSCAPE,
      background: tone.wash,
      parts: [
        drawn([0, 0, 1920, 1080], ground, tone.panel, tone.band),
        plate([260, 96, 1400, 888], tone.ground, CARD),
        drawn([810, 130, 300, 300], art, tone.main, tone.second),
        words('Headline', [320, 440, 1280, 210], headline, tone.strong, face(100, 'center')),
        words('Text', [380, 664, 1160, 130], text, tone.ink, letters(44, { alignment: 'center' })),
        plate([900, 816, 120, 8], tone.band),
        words('Note', [380, 846, 1160, 96], note, tone.soft, letters(36, { alignment: 'center' })),
      ],
    },
    {
      ...PORTRAIT,
      background: tone.wash,
      parts: [
        drawn([0, 0, 1080, 1920], ground, tone.panel, tone.band),
        plate([80, 160, 920, 1600], tone.ground, CARD),
        drawn([290, 220, 500, 500], art, tone.main, tone.second),
        words('Headline', [130, 760, 820, 380], headline, tone.strong, face(104, 'center')),
        words('Text', [150, 1160, 780, 290], text, tone.ink, letters(46, { alignment: 'center' })),
        plate([480, 1484, 120, 8], tone.band),
        words('Note', [150, 1530, 780, 180], note, tone.soft, letters(38, { alignment: 'center' })),
      ],
    },
  ]
}
