import { drawn, letters, plate, sentence, type Template, WALL, words } from './template.ts'

/** For a wall of screens: pictures or a film in the middle, a greeting on one side, live information on the other. */
export const videoWall: Template = {
  id: 'video-wall',
  industries: ['museum', 'event'],
  pages: [
    {
      ...WALL,
      background: '$deep',
      parts: [
        plate([1890, 0, 3780, 2160], '$raised'),
        drawn([1890, 0, 3780, 2160], 'skyline', '$accentOnDeep', '$onDeep'),
        plate([160, 1160, 320, 28], '$accent'),
        { type: 'logo', name: 'Logo', at: [160, 190, 1560, 220], color: '$quiet', size: 120 },
        words(
          'Headline',
          [160, 500, 1570, 640],
          'Made here,\nfor the world',
          '$onDeep',
          letters(230, { isBold: true }),
        ),
        words(
          'Text',
          [160, 1250, 1560, 560],
          'Walk through our history: ten rooms, one hundred years, and the people behind them.',
          '$quiet',
          letters(104),
        ),
        { type: 'media-looper', name: 'Video', at: [1890, 0, 3780, 1920], settings: { interval: 15 } },
        { type: 'date-time', name: 'Clock', at: [5830, 180, 1570, 620], settings: { timeColor: '$onDeep' } },
        plate([5830, 920, 1570, 840], '$raised'),
        {
          type: 'weather',
          name: 'Weather',
          at: [5910, 980, 1410, 720],
          settings: { weatherColor: '$onDeep' },
        },
        {
          type: 'ticker',
          name: 'Ticker',
          at: [0, 1920, 7560, 240],
          settings: {
            tickerSentence1: sentence('Guided tours start at the fountain every hour', 110, true),
            tickerSentence2: sentence('Shop and café on the ground floor', 110),
            tickerBgColor: '$primary',
            tickerColor: '$onPrimary',
          },
        },
      ],
    },
  ],
}
