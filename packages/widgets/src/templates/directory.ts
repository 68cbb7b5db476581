import { LANDSCAPE, letters, type Part, PORTRAIT, plate, type Template, words } from './template.ts'

const FLOORS = [
  ['3', 'Management', 'Boardroom · Human resources'],
  ['2', 'Design studio', 'Workshop · Library'],
  ['1', 'Sales and service', 'Meeting rooms 1 to 6'],
  ['G', 'Reception', 'Café · Coat check · Elevators'],
  ['B', 'Parking', 'Bicycles · Deliveries'],
] as const

/** A row per floor: its sign, its tenants, and its other facilities. */
const floors = (x: number, y: number, width: number, row: number): Part[] =>
  FLOORS.flatMap(([sign, main, more], index) => {
    const top = y + index * row
    const here = sign === 'G'
    return [
      {
        type: 'tag',
        name: `Floor ${index + 1}: sign`,
        at: [x, top, 128, 128],
        settings: {
          label: sign,
          background: here ? '$accent' : '$primary',
          color: here ? '$onAccent' : '$onPrimary',
          fontSettings: letters(76, { isBold: true, alignment: 'center' }),
        },
      },
      words(
        `Floor ${index + 1}`,
        [x + 176, top + 4, width - 176, 70],
        main,
        '$ink',
        letters(52, { isBold: true }),
      ),
      words(`Floor ${index + 1}: more`, [x + 176, top + 74, width - 176, 52], more, '$faded', letters(36)),
    ]
  })

/** For an entrance: the tenants of each floor. */
export const directory: Template = {
  id: 'directory',
  industries: ['office', 'general'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$paper',
      parts: [
        plate([0, 0, 600, 1080], '$primary'),
        plate([96, 412, 120, 12], '$accent'),
        { type: 'logo', name: 'Logo', at: [96, 96, 440, 180], color: '$onPrimary', size: 52 },
        words('Title', [96, 460, 440, 190], 'Where to\nfind us', '$onPrimary', letters(72, { isBold: true })),
        { type: 'date-time', name: 'Clock', at: [72, 812, 456, 190], settings: { timeColor: '$onPrimary' } },
        ...floors(712, 128, 1112, 174),
      ],
    },
    {
      ...PORTRAIT,
      background: '$paper',
      parts: [
        plate([0, 0, 1080, 520], '$primary'),
        plate([96, 420, 120, 12], '$accent'),
        { type: 'logo', name: 'Logo', at: [96, 88, 560, 110], color: '$onPrimary', size: 48 },
        words('Title', [96, 262, 888, 130], 'Where to find us', '$onPrimary', letters(92, { isBold: true })),
        ...floors(96, 640, 888, 206),
        { type: 'date-time', name: 'Clock', at: [80, 1700, 920, 140], settings: { timeColor: '$faded' } },
      ],
    },
  ],
}
