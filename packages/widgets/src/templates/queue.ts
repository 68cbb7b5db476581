import {
  LANDSCAPE,
  letters,
  PAPER_GROUND,
  type Part,
  PORTRAIT,
  PRIMARY_GROUND,
  plate,
  ROUND,
  sentence,
  strong,
  type Template,
  words,
} from './template.ts'

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
      plate([x, top, width, row - 24], index === 0 ? '$tint' : '$mist', ROUND),
      words(
        `Next ${index + 1}`,
        [x + 40, top + (row - 124) / 2, width / 2 - 40, 100],
        number,
        '$ink',
        strong(66),
      ),
      words(
        `Next ${index + 1}: counter`,
        [x + width / 2, top + (row - 92) / 2, width / 2 - 40, 68],
        counter,
        index === 0 ? '$ink' : '$faded',
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
      background: PAPER_GROUND,
      parts: [
        plate([0, 0, 1060, 1080], PRIMARY_GROUND),
        { type: 'logo', name: 'Logo', at: [96, 80, 868, 70], color: '$mild', size: 40 },
        words('Now: heading', [96, 224, 868, 84], 'Now serving', '$mild', letters(60)),
        words('Now', [96, 310, 868, 320], 'A 131', '$onPrimary', strong(236)),
        {
          type: 'tag',
          name: 'Now: counter',
          at: [96, 680, 520, 128],
          frame: ROUND,
          settings: {
            label: 'Counter 3',
            background: '$accent',
            color: '$onAccent',
            fontSettings: strong(66, 'center'),
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
      background: PAPER_GROUND,
      parts: [
        plate([0, 0, 1080, 880], PRIMARY_GROUND),
        { type: 'logo', name: 'Logo', at: [96, 80, 888, 70], color: '$mild', size: 40 },
        words('Now: heading', [96, 210, 888, 84], 'Now serving', '$mild', letters(60)),
        words('Now', [96, 300, 888, 320], 'A 131', '$onPrimary', strong(236)),
        {
          type: 'tag',
          name: 'Now: counter',
          at: [96, 656, 520, 128],
          frame: ROUND,
          settings: {
            label: 'Counter 3',
            background: '$accent',
            color: '$onAccent',
            fontSettings: strong(66, 'center'),
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
