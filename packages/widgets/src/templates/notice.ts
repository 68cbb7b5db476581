import { LANDSCAPE, letters, PORTRAIT, plate, type Template, words } from './template.ts'

const TEXT =
  'The parking lot is closed on Saturday from 8 to 12.\nThe Garden Street entrance stays open for deliveries.'

/** A message that everyone must see. */
export const notice: Template = {
  id: 'notice',
  industries: ['general', 'office'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$primary',
      parts: [
        plate([0, 0, 48, 1080], '$accent'),
        {
          type: 'tag',
          name: 'Category',
          at: [160, 120, 300, 88],
          settings: {
            label: 'Notice',
            background: '$accent',
            color: '$onAccent',
            fontSettings: letters(44, { isBold: true, alignment: 'center' }),
          },
        },
        words(
          'Headline',
          [160, 268, 1600, 300],
          'Parking lot closed this Saturday',
          '$onPrimary',
          letters(124, { isBold: true }),
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
      background: '$primary',
      parts: [
        plate([0, 0, 1080, 40], '$accent'),
        {
          type: 'tag',
          name: 'Category',
          at: [96, 160, 300, 88],
          settings: {
            label: 'Notice',
            background: '$accent',
            color: '$onAccent',
            fontSettings: letters(44, { isBold: true, alignment: 'center' }),
          },
        },
        words(
          'Headline',
          [96, 320, 888, 600],
          'Parking lot closed this Saturday',
          '$onPrimary',
          letters(128, { isBold: true }),
        ),
        words('Text', [96, 980, 888, 480], TEXT, '$mild', letters(56)),
        { type: 'logo', name: 'Logo', at: [96, 1560, 888, 80], color: '$onPrimary', size: 44 },
        { type: 'date-time', name: 'Clock', at: [80, 1660, 460, 170], settings: { timeColor: '$onPrimary' } },
      ],
    },
  ],
}
