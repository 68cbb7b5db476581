import { drawn, LANDSCAPE, letters, PORTRAIT, plate, type Template, words } from './template.ts'

/** For a foyer: a greeting beside pictures of the house, with the time and the weather. */
export const welcome: Template = {
  id: 'welcome',
  industries: ['general', 'hotel', 'office'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$deep',
      parts: [
        plate([1120, 0, 800, 1080], '$raised'),
        drawn([1120, 140, 800, 800], 'flower', '$accentOnDeep', '$onDeep'),
        plate([112, 668, 140, 12], '$accent'),
        { type: 'logo', name: 'Logo', at: [112, 96, 560, 110], color: '$onDeep', size: 46 },
        words('Greeting', [112, 330, 930, 220], 'Welcome', '$onDeep', letters(168, { isBold: true })),
        words('Guest', [112, 552, 930, 84], 'We’re glad you’re here', '$quiet', letters(56)),
        { type: 'date-time', name: 'Clock', at: [96, 812, 440, 172], settings: { timeColor: '$onDeep' } },
        { type: 'weather', name: 'Weather', at: [620, 800, 420, 200], settings: { weatherColor: '$onDeep' } },
        { type: 'media-looper', name: 'Images', at: [1120, 0, 800, 1080], settings: { interval: 10 } },
      ],
    },
    {
      ...PORTRAIT,
      background: '$deep',
      parts: [
        plate([0, 0, 1080, 880], '$raised'),
        drawn([140, 40, 800, 800], 'flower', '$accentOnDeep', '$onDeep'),
        plate([96, 1430, 140, 12], '$accent'),
        { type: 'media-looper', name: 'Images', at: [0, 0, 1080, 880], settings: { interval: 10 } },
        { type: 'logo', name: 'Logo', at: [96, 960, 560, 100], color: '$onDeep', size: 44 },
        words('Greeting', [96, 1110, 900, 200], 'Welcome', '$onDeep', letters(156, { isBold: true })),
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
