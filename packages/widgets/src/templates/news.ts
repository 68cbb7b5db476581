import { LANDSCAPE, letters, PORTRAIT, plate, sentence, type Template, words } from './template.ts'

/** For a canteen or a lobby: headlines of a feed beside the weather and the time. */
export const news: Template = {
  id: 'news',
  industries: ['general', 'office'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$deep',
      parts: [
        plate([0, 0, 1240, 1080], '$paper'),
        words('Title', [80, 64, 1080, 110], 'News', '$primaryOnPaper', letters(80, { isBold: true })),
        plate([80, 184, 120, 10], '$accent'),
        {
          type: 'rss',
          name: 'Headlines',
          at: [64, 220, 1112, 700],
          settings: { backgroundColor: '$paper', color: '$ink' },
        },
        { type: 'date-time', name: 'Clock', at: [1304, 72, 552, 280], settings: { timeColor: '$onDeep' } },
        plate([1304, 396, 552, 508], '$raised'),
        {
          type: 'weather',
          name: 'Weather',
          at: [1336, 420, 488, 460],
          settings: { weatherColor: '$onDeep' },
        },
        {
          type: 'ticker',
          name: 'Ticker',
          at: [0, 968, 1920, 112],
          settings: {
            tickerSentence1: sentence('{organization}', 44, true),
            tickerSentence2: sentence('Enjoy your day', 44),
            tickerBgColor: '$primary',
            tickerColor: '$onPrimary',
          },
        },
      ],
    },
    {
      ...PORTRAIT,
      background: '$deep',
      parts: [
        { type: 'date-time', name: 'Clock', at: [64, 72, 456, 360], settings: { timeColor: '$onDeep' } },
        plate([560, 72, 456, 360], '$raised'),
        { type: 'weather', name: 'Weather', at: [584, 88, 408, 328], settings: { weatherColor: '$onDeep' } },
        plate([0, 504, 1080, 1416], '$paper'),
        words('Title', [80, 556, 920, 116], 'News', '$primaryOnPaper', letters(84, { isBold: true })),
        plate([80, 684, 120, 10], '$accent'),
        {
          type: 'rss',
          name: 'Headlines',
          at: [60, 730, 960, 1030],
          settings: { backgroundColor: '$paper', color: '$ink' },
        },
        {
          type: 'ticker',
          name: 'Ticker',
          at: [0, 1808, 1080, 112],
          settings: {
            tickerSentence1: sentence('{organization}', 44, true),
            tickerSentence2: sentence('Enjoy your day', 44),
            tickerBgColor: '$primary',
            tickerColor: '$onPrimary',
          },
        },
      ],
    },
  ],
}
