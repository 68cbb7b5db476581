import {
  LANDSCAPE,
  letters,
  PILL,
  PORTRAIT,
  PRIMARY_GROUND,
  plate,
  strong,
  type Template,
  words,
} from './template.ts'

const TEXT =
  'The parking lot is closed on Saturday from 8 to 12.\nThe Garden Street entrance stays open for deliveries.'

/** A message that everyone must see. */
export const notice: Template = {
  id: 'notice',
  industries: ['general', 'office'],
  pages: [
    {
      ...LANDSCAPE,
      background: PRIMARY_GROUND,
      parts: [
        plate([80, 120, 12, 748], '$accent', PILL),
        {
          type: 'tag',
          name: 'Category',
          at: [160, 120, 320, 92],
          frame: PILL,
          settings: {
            label: 'Notice',
            background: '$accent',
            color: '$onAccent',
            fontSettings: strong(42, 'center'),
          },
        },
        words(
          'Headline',
          [160, 268, 1600, 300],
          'Parking lot closed this Saturday',
          '$onPrimary',
          strong(118),
        ),
        words('Text', [160, 600, 1440, 260], TEXT, '$mild', letters(54)),
        { type: 'logo', name: 'Logo', at: [160, 940, 900, 72], color: '$onPrimary', size: 40 },
        {
          type: 'date-time',
          name: 'Clock',
          at: [1400, 900, 400, 130],
          settings: { timeColor: '$onPrimary' },
        },
      ],
    },
    {
      ...PORTRAIT,
      background: PRIMARY_GROUND,
      parts: [
        plate([96, 940, 160, 12], '$accent', PILL),
        {
          type: 'tag',
          name: 'Category',
          at: [96, 160, 320, 92],
          frame: PILL,
          settings: {
            label: 'Notice',
            background: '$accent',
            color: '$onAccent',
            fontSettings: strong(42, 'center'),
          },
        },
        words('Headline', [96, 320, 888, 600], 'Parking lot closed this Saturday', '$onPrimary', strong(120)),
        words('Text', [96, 980, 888, 480], TEXT, '$mild', letters(56)),
        { type: 'logo', name: 'Logo', at: [96, 1560, 888, 80], color: '$onPrimary', size: 44 },
        { type: 'date-time', name: 'Clock', at: [80, 1660, 460, 170], settings: { timeColor: '$onPrimary' } },
      ],
    },
  ],
}
