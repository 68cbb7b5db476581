import {
  type Box,
  CARD,
  drawn,
  LANDSCAPE,
  PAPER_GROUND,
  type Part,
  PORTRAIT,
  plate,
  priceList,
  ROUND,
  strong,
  type Template,
  words,
} from './template.ts'

const DAYS = [
  ['Monday', '9:00 – 18:00'],
  ['Tuesday', '9:00 – 18:00'],
  ['Wednesday', '9:00 – 18:00'],
  ['Thursday', '9:00 – 20:00'],
  ['Friday', '9:00 – 20:00'],
  ['Saturday', '10:00 – 16:00'],
  ['Sunday', 'Closed'],
] as const

const week = (at: Box, size: number): Part =>
  priceList(
    'Days',
    at,
    DAYS.map(([day, hours]) => [day, '', hours]),
    {
      size,
      font: { font: 'Montserrat', weight: 600, isBold: false },
      color: '$ink',
      priceColor: '$primaryOnPaper',
    },
  )

/** For a shop window: the opening hours. */
export const openingHours: Template = {
  id: 'opening-hours',
  industries: ['general', 'retail'],
  pages: [
    {
      ...LANDSCAPE,
      background: PAPER_GROUND,
      parts: [
        plate([1136, 72, 712, 936], '$tint', CARD),
        drawn([1176, 224, 632, 632], 'house', '$primaryOnPaper', '$accent'),
        { type: 'logo', name: 'Logo', at: [112, 84, 940, 60], color: '$faded', size: 38 },
        words('Title', [112, 148, 940, 140], 'Opening hours', '$primaryOnPaper', strong(92)),
        week([112, 330, 936, 644], 48),
        {
          type: 'media-looper',
          name: 'Images',
          at: [1136, 72, 712, 936],
          frame: ROUND,
          settings: { interval: 10, fit: 'cover' },
        },
      ],
    },
    {
      ...PORTRAIT,
      background: PAPER_GROUND,
      parts: [
        plate([48, 48, 984, 620], '$tint', CARD),
        drawn([260, 78, 560, 560], 'house', '$primaryOnPaper', '$accent'),
        {
          type: 'media-looper',
          name: 'Images',
          at: [48, 48, 984, 620],
          frame: ROUND,
          settings: { interval: 10, fit: 'cover' },
        },
        { type: 'logo', name: 'Logo', at: [96, 716, 888, 60], color: '$faded', size: 38 },
        words('Title', [96, 780, 888, 140], 'Opening hours', '$primaryOnPaper', strong(96)),
        week([96, 970, 888, 812], 52),
      ],
    },
  ],
}
