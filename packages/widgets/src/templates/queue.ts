import { LANDSCAPE, letters, type Part, PORTRAIT, plate, sentence, type Template, words } from './template.ts'

const NEXT = [
  ['A 132', 'Counter 2'],
  ['B 047', 'Counter 1'],
  ['A 133', 'Counter 3'],
  ['C 018', 'Counter 4'],
] as const

/** The next numbers with their counters, one per row. */
const waiting = (x: number, y: number, width: number, row: number): Part[] =>
  NEXT.flatMap(([number, counter], index) => {
    const top = y + index * row
    return [
      plate([x, top, width, row - 24], index === 0 ? '$tint' : '$paper'),
      words(
        `Next ${index + 1}`,
        [x + 40, top + (row - 124) / 2, width / 2 - 40, 100],
        number,
        '$ink',
        letters(70, { isBold: true }),
      ),
      words(
        `Next ${index + 1}: counter`,
        [x + width / 2, top + (row - 92) / 2, width / 2 - 40, 68],
        counter,
        '$faded',
        letters(46, { alignment: 'right' }),
      ),
    ]
  })

/** For a waiting room: the current number, and the next ones. */
export const queue: Template = {
  id: 'queue',
  industries: ['clinic', 'bank'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$paper',
      parts: [
        plate([0, 0, 1060, 1080], '$primary'),
        { type: 'logo', name: 'Logo', at: [96, 80, 868, 70], color: '$mild', size: 40 },
        words('Now: heading', [96, 224, 868, 84], 'Now serving', '$mild', letters(60)),
        words('Now', [96, 310, 868, 320], 'A 131', '$onPrimary', letters(240, { isBold: true })),
        {
          type: 'tag',
          name: 'Now: counter',
          at: [96, 680, 520, 128],
          settings: {
            label: 'Counter 3',
            background: '$accent',
            color: '$onAccent',
            fontSettings: letters(72, { isBold: true, alignment: 'center' }),
          },
        },
        words('Next: heading', [1140, 80, 700, 84], 'Next', '$faded', letters(60)),
        ...waiting(1140, 196, 684, 186),
        {
          type: 'ticker',
          name: 'Announcements',
          at: [0, 964, 1920, 116],
          settings: {
            tickerSentence1: sentence('Please have your documents ready', 46, true),
            tickerSentence2: sentence('We’re open until 5 PM', 46),
            tickerBgColor: '$deep',
            tickerColor: '$onDeep',
          },
        },
      ],
    },
    {
      ...PORTRAIT,
      background: '$paper',
      parts: [
        plate([0, 0, 1080, 880], '$primary'),
        { type: 'logo', name: 'Logo', at: [96, 80, 888, 70], color: '$mild', size: 40 },
        words('Now: heading', [96, 210, 888, 84], 'Now serving', '$mild', letters(60)),
        words('Now', [96, 300, 888, 320], 'A 131', '$onPrimary', letters(240, { isBold: true })),
        {
          type: 'tag',
          name: 'Now: counter',
          at: [96, 656, 520, 128],
          settings: {
            label: 'Counter 3',
            background: '$accent',
            color: '$onAccent',
            fontSettings: letters(72, { isBold: true, alignment: 'center' }),
          },
        },
        words('Next: heading', [96, 940, 888, 84], 'Next', '$faded', letters(60)),
        ...waiting(80, 1050, 920, 180),
        {
          type: 'ticker',
          name: 'Announcements',
          at: [0, 1804, 1080, 116],
          settings: {
            tickerSentence1: sentence('Please have your documents ready', 46, true),
            tickerSentence2: sentence('We’re open until 5 PM', 46),
            tickerBgColor: '$deep',
            tickerColor: '$onDeep',
          },
        },
      ],
    },
  ],
}
