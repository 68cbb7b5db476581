import {
  CARD,
  DEEP_GROUND,
  LANDSCAPE,
  PILL,
  PORTRAIT,
  PRIMARY_GROUND,
  plate,
  sentence,
  strong,
  type Template,
  words,
} from './template.ts'

/** For a canteen or a lobby: headlines of a feed beside the weather and the time. */
export const news: Template = {
  id: 'news',
  industries: ['general', 'office'],
  pages: [
    {
      ...LANDSCAPE,
      background: DEEP_GROUND,
      parts: [
        plate([56, 56, 1184, 872], '$paper', CARD),
        words('Title', [112, 92, 1060, 104], 'News', '$primaryOnPaper', strong(76)),
        plate([112, 206, 120, 10], '$accent', PILL),
        {
          type: 'rss',
          name: 'Headlines',
          at: [96, 236, 1104, 660],
          settings: { backgroundColor: '$paper', color: '$ink' },
        },
        { type: 'date-time', name: 'Clock', at: [1304, 72, 552, 280], settings: { timeColor: '$onDeep' } },
        plate([1304, 396, 560, 532], PRIMARY_GROUND, CARD),
        {
          type: 'weather',
          name: 'Weather',
          at: [1340, 430, 488, 464],
          settings: { weatherColor: '$onPrimary' },
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
      background: DEEP_GROUND,
      parts: [
        { type: 'date-time', name: 'Clock', at: [64, 72, 456, 360], settings: { timeColor: '$onDeep' } },
        plate([560, 72, 472, 376], PRIMARY_GROUND, CARD),
        {
          type: 'weather',
          name: 'Weather',
          at: [592, 96, 408, 328],
          settings: { weatherColor: '$onPrimary' },
        },
        plate([48, 504, 984, 1248], '$paper', CARD),
        words('Title', [112, 556, 860, 112], 'News', '$primaryOnPaper', strong(80)),
        plate([112, 684, 120, 10], '$accent', PILL),
        {
          type: 'rss',
          name: 'Headlines',
          at: [92, 720, 896, 990],
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
