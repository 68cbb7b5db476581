import { drawn, LANDSCAPE, letters, type Part, PORTRAIT, plate, type Template, words } from './template.ts'

const DAYS = [
  ['Monday', '9:00 – 18:00'],
  ['Tuesday', '9:00 – 18:00'],
  ['Wednesday', '9:00 – 18:00'],
  ['Thursday', '9:00 – 20:00'],
  ['Friday', '9:00 – 20:00'],
  ['Saturday', '10:00 – 16:00'],
  ['Sunday', 'Closed'],
] as const

/** A row a day, with a hairline between. */
const week = (x: number, y: number, width: number, row: number, size: number): Part[] =>
  DAYS.flatMap(([day, hours], index) => {
    const top = y + index * row
    const height = Math.round(size * 1.4)
    const at = top + Math.round((row - height) / 2)
    const color = hours === 'Closed' ? '$faded' : '$ink'
    return [
      ...(index > 0 ? [plate([x, top, width, 2], '$tint')] : []),
      words(day, [x, at, width / 2, height], day, color, letters(size, { isBold: true })),
      words(
        `${day}: hours`,
        [x + width / 2, at, width / 2, height],
        hours,
        color,
        letters(size, { alignment: 'right' }),
      ),
    ]
  })

/** For a shop window: when the door is open. */
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
        ...week(112, 330, 936, 92, 48),
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
        ...week(96, 970, 888, 116, 52),
      ],
    },
  ],
}
