import {
  LANDSCAPE,
  letters,
  PAPER_GROUND,
  type Part,
  PILL,
  PORTRAIT,
  PRIMARY_GROUND,
  plate,
  ROUND,
  strong,
  type Template,
  words,
} from './template.ts'

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
        frame: ROUND,
        settings: {
          label: sign,
          background: here ? '$accent' : '$primary',
          color: here ? '$onAccent' : '$onPrimary',
          fontSettings: strong(70, 'center'),
        },
      },
      words(`Floor ${index + 1}`, [x + 176, top - 4, width - 176, 72], main, '$ink', strong(58)),
      words(`Floor ${index + 1}: more`, [x + 176, top + 70, width - 176, 58], more, '$faded', letters(42)),
      ...(index > 0 ? [plate([x, top - (row - 128) / 2 - 1, width, 2], '$tint')] : []),
    ]
  })

/** For an entrance: the tenants of each floor. */
export const directory: Template = {
  id: 'directory',
  industries: ['office', 'general'],
  pages: [
    {
      ...LANDSCAPE,
      background: PAPER_GROUND,
      parts: [
        plate([0, 0, 600, 1080], PRIMARY_GROUND),
        plate([96, 412, 120, 12], '$accent', PILL),
        { type: 'logo', name: 'Logo', at: [96, 96, 440, 180], color: '$onPrimary', size: 52 },
        words('Title', [96, 460, 440, 190], 'Where to\nfind us', '$onPrimary', strong(74)),
        { type: 'date-time', name: 'Clock', at: [72, 812, 456, 190], settings: { timeColor: '$onPrimary' } },
        ...floors(712, 128, 1112, 174),
      ],
    },
    {
      ...PORTRAIT,
      background: PAPER_GROUND,
      parts: [
        plate([0, 0, 1080, 520], PRIMARY_GROUND),
        plate([96, 420, 120, 12], '$accent', PILL),
        { type: 'logo', name: 'Logo', at: [96, 88, 560, 110], color: '$onPrimary', size: 48 },
        words('Title', [96, 262, 888, 130], 'Where to find us', '$onPrimary', strong(84)),
        ...floors(96, 640, 888, 206),
        { type: 'date-time', name: 'Clock', at: [80, 1700, 920, 140], settings: { timeColor: '$faded' } },
      ],
    },
  ],
}
