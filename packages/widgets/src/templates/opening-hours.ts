import {
  type Box,
  drawn,
  LANDSCAPE,
  letters,
  type Part,
  PORTRAIT,
  plate,
  priceList,
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
    { size, color: '$ink', priceColor: '$primaryOnPaper' },
  )

/** For a shop window: the opening hours. */
export const openingHours: Template = {
  id: 'opening-hours',
  industries: ['general', 'retail'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$paper',
      parts: [
        plate([1160, 0, 760, 1080], '$tint'),
        drawn([1190, 190, 700, 700], 'house', '$primaryOnPaper', '$accent'),
        { type: 'logo', name: 'Logo', at: [112, 84, 940, 60], color: '$faded', size: 38 },
        words(
          'Title',
          [112, 148, 940, 140],
          'Opening hours',
          '$primaryOnPaper',
          letters(96, { isBold: true }),
        ),
        week([112, 330, 936, 644], 48),
        { type: 'media-looper', name: 'Images', at: [1160, 0, 760, 1080], settings: { interval: 10 } },
      ],
    },
    {
      ...PORTRAIT,
      background: '$paper',
      parts: [
        plate([0, 0, 1080, 640], '$tint'),
        drawn([240, 20, 600, 600], 'house', '$primaryOnPaper', '$accent'),
        { type: 'media-looper', name: 'Images', at: [0, 0, 1080, 640], settings: { interval: 10 } },
        { type: 'logo', name: 'Logo', at: [96, 716, 888, 60], color: '$faded', size: 38 },
        words(
          'Title',
          [96, 780, 888, 140],
          'Opening hours',
          '$primaryOnPaper',
          letters(100, { isBold: true }),
        ),
        week([96, 970, 888, 812], 52),
      ],
    },
  ],
}
