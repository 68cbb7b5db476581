import {
  CARD,
  DEEP_GROUND,
  LANDSCAPE,
  letters,
  type Part,
  PORTRAIT,
  plate,
  sentence,
  strong,
  type Template,
  words,
} from './template.ts'

const FIGURES = [
  ['98.4%', 'On-time deliveries', '+1.2 since last month'],
  ['1,284', 'Orders this week', 'Goal 1,200'],
  ['4.7', 'Customer rating', 'out of 5, from 312 responses'],
  ['126', 'Days without an accident', 'Record 214'],
] as const

/** Lighter above, as if lit from there. */
const TILE = 'linear-gradient(180deg, $raised 0%, $deep 100%)'

/** Tiles with one figure each, two in a row. */
const tiles = (x: number, y: number, width: number, height: number, gap: number, columns: number): Part[] =>
  FIGURES.flatMap(([figure, what, note], index) => {
    const left = x + (index % columns) * (width + gap)
    const top = y + Math.floor(index / columns) * (height + gap)
    const inner = width - 112
    const rest = (height - 332) / 2
    return [
      plate([left, top, width, height], TILE, CARD),
      words(`Figure ${index + 1}: name`, [left + 56, top + rest, inner, 64], what, '$quiet', letters(44)),
      words(
        `Figure ${index + 1}`,
        [left + 56, top + rest + 70, inner, 190],
        figure,
        index === 0 ? '$accentOnDeep' : '$onDeep',
        strong(132),
      ),
      words(
        `Figure ${index + 1}: note`,
        [left + 56, top + rest + 270, inner, 62],
        note,
        '$quiet',
        letters(38),
      ),
    ]
  })

/** For an office or a hall: the week's four key figures. */
export const keyFigures: Template = {
  id: 'key-figures',
  industries: ['office', 'factory'],
  pages: [
    {
      ...LANDSCAPE,
      background: DEEP_GROUND,
      parts: [
        words('Title', [80, 44, 1080, 92], 'This week', '$onDeep', strong(60)),
        {
          type: 'logo',
          name: 'Logo',
          at: [1240, 56, 600, 70],
          color: '$quiet',
          size: 38,
          alignment: 'right',
        },
        ...tiles(80, 160, 864, 388, 32, 2),
        {
          type: 'ticker',
          name: 'News',
          at: [0, 1000, 1920, 80],
          settings: {
            tickerSentence1: sentence('Inventory on Friday from 4 PM', 36, true),
            tickerSentence2: sentence('Thank you for a great week', 36),
            tickerBgColor: '$primary',
            tickerColor: '$onPrimary',
          },
        },
      ],
    },
    {
      ...PORTRAIT,
      background: DEEP_GROUND,
      parts: [
        { type: 'logo', name: 'Logo', at: [80, 64, 920, 60], color: '$quiet', size: 36 },
        words('Title', [80, 124, 920, 110], 'This week', '$onDeep', strong(76)),
        ...tiles(80, 264, 920, 360, 28, 1),
        {
          type: 'ticker',
          name: 'News',
          at: [0, 1824, 1080, 96],
          settings: {
            tickerSentence1: sentence('Inventory on Friday from 4 PM', 40, true),
            tickerSentence2: sentence('Thank you for a great week', 40),
            tickerBgColor: '$primary',
            tickerColor: '$onPrimary',
          },
        },
      ],
    },
  ],
}
