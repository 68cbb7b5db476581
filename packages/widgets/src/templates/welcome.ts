import {
  CARD,
  DEEP_GROUND,
  drawn,
  elegant,
  LANDSCAPE,
  letters,
  PILL,
  PORTRAIT,
  PRIMARY_GROUND,
  plate,
  ROUND,
  type Template,
  words,
} from './template.ts'

/** For a foyer: a greeting beside pictures of the house, with the time and the weather. */
export const welcome: Template = {
  id: 'welcome',
  industries: ['general', 'hotel', 'office'],
  pages: [
    {
      ...LANDSCAPE,
      background: DEEP_GROUND,
      parts: [
        plate([1088, 64, 768, 952], PRIMARY_GROUND, CARD),
        drawn([1152, 220, 640, 640], 'flower', '$accentOnPrimary', '$onPrimary'),
        plate([112, 668, 140, 12], '$accent', PILL),
        { type: 'logo', name: 'Logo', at: [112, 96, 560, 110], color: '$onDeep', size: 46 },
        words('Greeting', [112, 330, 930, 220], 'Welcome', '$onDeep', elegant(172)),
        words('Guest', [112, 552, 930, 84], 'We’re glad you’re here', '$quiet', letters(56)),
        { type: 'date-time', name: 'Clock', at: [96, 812, 440, 172], settings: { timeColor: '$onDeep' } },
        { type: 'weather', name: 'Weather', at: [620, 800, 420, 200], settings: { weatherColor: '$onDeep' } },
        {
          type: 'media-looper',
          name: 'Images',
          at: [1088, 64, 768, 952],
          frame: ROUND,
          settings: { interval: 10, fit: 'cover' },
        },
      ],
    },
    {
      ...PORTRAIT,
      background: DEEP_GROUND,
      parts: [
        plate([48, 48, 984, 840], PRIMARY_GROUND, CARD),
        drawn([200, 128, 680, 680], 'flower', '$accentOnPrimary', '$onPrimary'),
        plate([96, 1430, 140, 12], '$accent', PILL),
        {
          type: 'media-looper',
          name: 'Images',
          at: [48, 48, 984, 840],
          frame: ROUND,
          settings: { interval: 10, fit: 'cover' },
        },
        { type: 'logo', name: 'Logo', at: [96, 960, 560, 100], color: '$onDeep', size: 44 },
        words('Greeting', [96, 1110, 900, 200], 'Welcome', '$onDeep', elegant(164)),
        words('Guest', [96, 1310, 900, 84], 'We’re glad you’re here', '$quiet', letters(54)),
        { type: 'date-time', name: 'Clock', at: [80, 1610, 440, 200], settings: { timeColor: '$onDeep' } },
        {
          type: 'weather',
          name: 'Weather',
          at: [590, 1610, 400, 200],
          settings: { weatherColor: '$onDeep' },
        },
      ],
    },
  ],
}
