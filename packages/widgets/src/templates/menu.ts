import {
  type Box,
  CARD,
  capitals,
  drawn,
  elegant,
  LANDSCAPE,
  PAPER_GROUND,
  type Part,
  PORTRAIT,
  PRIMARY_GROUND,
  plate,
  priceList,
  ROUND,
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
  priceList('Dishes', at, DISHES, {
    size: 44,
    font: { font: 'Montserrat', weight: 600, isBold: false },
    color: '$ink',
    priceColor: '$primaryOnPaper',
  })

/** For a counter: six dishes with prices beside a picture, and the dish of the day. */
export const menu: Template = {
  id: 'menu',
  industries: ['restaurant', 'cafe'],
  pages: [
    {
      ...LANDSCAPE,
      background: PAPER_GROUND,
      parts: [
        plate([1184, 56, 680, 968], '$tint', CARD),
        drawn([1224, 70, 600, 600], 'plate', '$primaryOnPaper', '$accent'),
        { type: 'logo', name: 'Logo', at: [96, 64, 520, 56], color: '$faded', size: 34 },
        words('Title', [96, 124, 1000, 130], 'Menu', '$primaryOnPaper', elegant(104)),
        dishes([96, 292, 1008, 732]),
        {
          type: 'media-looper',
          name: 'Images',
          at: [1184, 56, 680, 968],
          frame: ROUND,
          settings: { interval: 8, fit: 'cover' },
        },
        plate([1224, 704, 600, 280], PRIMARY_GROUND, ROUND),
        words('Special: heading', [1272, 742, 504, 44], 'Dish of the day', '$mild', capitals(28)),
        words('Special: dish', [1272, 794, 504, 84], 'Lamb with rice', '$onPrimary', elegant(58)),
        words('Special: price', [1272, 880, 504, 80], '13.90', '$accentOnPrimary', elegant(58)),
      ],
    },
    {
      ...PORTRAIT,
      background: PAPER_GROUND,
      parts: [
        plate([40, 40, 1000, 600], '$tint', CARD),
        drawn([260, 60, 560, 560], 'plate', '$primaryOnPaper', '$accent'),
        plate([40, 1640, 1000, 240], PRIMARY_GROUND, CARD),
        {
          type: 'media-looper',
          name: 'Images',
          at: [40, 40, 1000, 600],
          frame: ROUND,
          settings: { interval: 8, fit: 'cover' },
        },
        { type: 'logo', name: 'Logo', at: [80, 672, 520, 52], color: '$faded', size: 32 },
        words('Title', [80, 724, 900, 120], 'Menu', '$primaryOnPaper', elegant(96)),
        dishes([80, 872, 920, 732]),
        words('Special: heading', [96, 1696, 620, 44], 'Dish of the day', '$mild', capitals(30)),
        words('Special: dish', [96, 1748, 620, 90], 'Lamb with rice', '$onPrimary', elegant(62)),
        words('Special: price', [724, 1748, 260, 90], '13.90', '$accentOnPrimary', elegant(62, 'right')),
      ],
    },
  ],
}
