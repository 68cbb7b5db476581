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

const DISHES = [
  ['Tomato soup', 'with basil and toast', '4.50'],
  ['Caesar salad', 'romaine, parmesan, croutons', '8.90'],
  ['Grilled halloumi', 'lemon couscous, mint', '11.20'],
  ['Chicken shawarma', 'pickles, garlic sauce, fries', '12.40'],
  ['Sea bass', 'new potatoes, green beans', '16.80'],
  ['Pistachio cake', 'with vanilla cream', '5.60'],
] as const

const dishes = (at: Box): Part =>
  priceList('Dishes', at, DISHES, { size: 44, color: '$ink', priceColor: '$primaryOnPaper' })

/** For a counter: six dishes with prices beside a picture, and the dish of the day. */
export const menu: Template = {
  id: 'menu',
  industries: ['restaurant', 'cafe'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$paper',
      parts: [
        plate([1200, 0, 720, 1080], '$tint'),
        drawn([1230, 50, 660, 660], 'plate', '$primaryOnPaper', '$accent'),
        { type: 'logo', name: 'Logo', at: [96, 64, 520, 56], color: '$faded', size: 34 },
        words('Title', [96, 124, 1000, 130], 'Menu', '$primaryOnPaper', letters(96, { isBold: true })),
        dishes([96, 292, 1008, 732]),
        { type: 'media-looper', name: 'Images', at: [1200, 0, 720, 1080], settings: { interval: 8 } },
        plate([1248, 740, 624, 292], '$primary'),
        words('Special: heading', [1304, 776, 512, 48], 'Dish of the day', '$mild', letters(34)),
        words(
          'Special: dish',
          [1304, 828, 512, 84],
          'Lamb with rice',
          '$onPrimary',
          letters(60, { isBold: true }),
        ),
        words(
          'Special: price',
          [1304, 918, 512, 84],
          '13.90',
          '$accentOnPrimary',
          letters(60, { isBold: true }),
        ),
      ],
    },
    {
      ...PORTRAIT,
      background: '$paper',
      parts: [
        plate([0, 0, 1080, 620], '$tint'),
        drawn([240, 10, 600, 600], 'plate', '$primaryOnPaper', '$accent'),
        plate([0, 1640, 1080, 280], '$primary'),
        { type: 'media-looper', name: 'Images', at: [0, 0, 1080, 620], settings: { interval: 8 } },
        { type: 'logo', name: 'Logo', at: [80, 672, 520, 52], color: '$faded', size: 32 },
        words('Title', [80, 724, 900, 120], 'Menu', '$primaryOnPaper', letters(88, { isBold: true })),
        dishes([80, 872, 920, 732]),
        words('Special: heading', [80, 1690, 640, 48], 'Dish of the day', '$mild', letters(34)),
        words(
          'Special: dish',
          [80, 1742, 640, 90],
          'Lamb with rice',
          '$onPrimary',
          letters(62, { isBold: true }),
        ),
        words(
          'Special: price',
          [740, 1742, 260, 90],
          '13.90',
          '$accentOnPrimary',
          letters(62, { isBold: true, alignment: 'right' }),
        ),
      ],
    },
  ],
}
