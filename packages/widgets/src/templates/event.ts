import { drawn, LANDSCAPE, letters, PORTRAIT, plate, type Template, words } from './template.ts'

/** An invitation: what, when, where, and a picture. */
export const event: Template = {
  id: 'event',
  industries: ['event', 'general'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$deep',
      parts: [
        plate([0, 0, 960, 1080], '$raised'),
        drawn([60, 180, 800, 800], 'mic', '$accentOnDeep', '$onDeep'),
        { type: 'media-looper', name: 'Image', at: [0, 0, 960, 1080], settings: { interval: 10 } },
        plate([840, 112, 240, 260], '$accent'),
        words(
          'Day',
          [840, 122, 240, 160],
          '24',
          '$onAccent',
          letters(124, { isBold: true, alignment: 'center' }),
        ),
        words(
          'Month',
          [840, 282, 240, 66],
          'October',
          '$onAccent',
          letters(44, { isBold: true, alignment: 'center' }),
        ),
        words(
          'Title',
          [1096, 404, 728, 290],
          'An evening of music',
          '$onDeep',
          letters(108, { isBold: true }),
        ),
        words('Time', [1096, 726, 728, 72], '7:30 PM', '$accentOnDeep', letters(54, { isBold: true })),
        words('Place', [1096, 800, 728, 72], 'Great Hall, ground floor', '$quiet', letters(46)),
        { type: 'logo', name: 'Logo', at: [1096, 936, 728, 70], color: '$quiet', size: 36 },
      ],
    },
    {
      ...PORTRAIT,
      background: '$deep',
      parts: [
        plate([0, 0, 1080, 960], '$raised'),
        drawn([220, 60, 800, 800], 'mic', '$accentOnDeep', '$onDeep'),
        { type: 'media-looper', name: 'Image', at: [0, 0, 1080, 960], settings: { interval: 10 } },
        plate([80, 830, 260, 280], '$accent'),
        words(
          'Day',
          [80, 842, 260, 172],
          '24',
          '$onAccent',
          letters(132, { isBold: true, alignment: 'center' }),
        ),
        words(
          'Month',
          [80, 1014, 260, 68],
          'October',
          '$onAccent',
          letters(46, { isBold: true, alignment: 'center' }),
        ),
        words(
          'Title',
          [80, 1180, 920, 300],
          'An evening of music',
          '$onDeep',
          letters(116, { isBold: true }),
        ),
        words('Time', [80, 1510, 920, 76], '7:30 PM', '$accentOnDeep', letters(58, { isBold: true })),
        words('Place', [80, 1590, 920, 76], 'Great Hall, ground floor', '$quiet', letters(50)),
        { type: 'logo', name: 'Logo', at: [80, 1760, 920, 72], color: '$quiet', size: 38 },
      ],
    },
  ],
}
