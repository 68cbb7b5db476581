import {
  CARD,
  capitals,
  DEEP_GROUND,
  drawn,
  elegant,
  LANDSCAPE,
  letters,
  PORTRAIT,
  PRIMARY_GROUND,
  plate,
  ROUND,
  strong,
  type Template,
  words,
} from './template.ts'

/** An invitation: what, when, where, and a picture. */
export const event: Template = {
  id: 'event',
  industries: ['event', 'general'],
  pages: [
    {
      ...LANDSCAPE,
      background: DEEP_GROUND,
      parts: [
        plate([72, 72, 880, 936], PRIMARY_GROUND, CARD),
        drawn([132, 150, 760, 760], 'mic', '$accentOnPrimary', '$onPrimary'),
        {
          type: 'media-looper',
          name: 'Image',
          at: [72, 72, 880, 936],
          frame: ROUND,
          settings: { interval: 10, fit: 'cover' },
        },
        words('Title', [1040, 300, 800, 340], 'An evening of music', '$onDeep', elegant(128)),
        words('Day', [1040, 200, 800, 64], 'Friday', '$accentOnDeep', capitals(44)),
        words('Time', [1040, 690, 800, 84], '7:30 PM', '$accentOnDeep', strong(60)),
        words('Place', [1040, 780, 800, 72], 'Great Hall, ground floor', '$quiet', letters(46)),
        { type: 'logo', name: 'Logo', at: [1040, 932, 800, 70], color: '$quiet', size: 36 },
      ],
    },
    {
      ...PORTRAIT,
      background: DEEP_GROUND,
      parts: [
        plate([48, 48, 984, 1000], PRIMARY_GROUND, CARD),
        drawn([140, 148, 800, 800], 'mic', '$accentOnPrimary', '$onPrimary'),
        {
          type: 'media-looper',
          name: 'Image',
          at: [48, 48, 984, 1000],
          frame: ROUND,
          settings: { interval: 10, fit: 'cover' },
        },
        words('Title', [80, 1196, 920, 300], 'An evening of music', '$onDeep', elegant(124)),
        words('Day', [80, 1110, 920, 66], 'Friday', '$accentOnDeep', capitals(46)),
        words('Time', [80, 1516, 920, 84], '7:30 PM', '$accentOnDeep', strong(62)),
        words('Place', [80, 1604, 920, 76], 'Great Hall, ground floor', '$quiet', letters(50)),
        { type: 'logo', name: 'Logo', at: [80, 1760, 920, 72], color: '$quiet', size: 38 },
      ],
    },
  ],
}
