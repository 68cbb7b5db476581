import {
  CARD,
  DEEP_GROUND,
  elegant,
  LANDSCAPE,
  PORTRAIT,
  plate,
  sentence,
  type Template,
  words,
} from './template.ts'

/** Against the page’s gradient, so that the card stays visible. */
const NIGHT = 'linear-gradient(330deg, $deep 0%, $raised 100%)'

/** For a mosque or a break room: today's times with the next one marked, and announcements. */
export const prayerTimes: Template = {
  id: 'prayer-times',
  industries: ['mosque'],
  pages: [
    {
      ...LANDSCAPE,
      background: DEEP_GROUND,
      parts: [
        plate([96, 372, 1728, 500], NIGHT, CARD),
        { type: 'logo', name: 'Logo', at: [96, 88, 900, 60], color: '$quiet', size: 38 },
        words('Title', [96, 152, 1000, 150], 'Prayer times', '$onDeep', elegant(116)),
        {
          type: 'date-time',
          name: 'Clock',
          at: [1264, 84, 576, 224],
          settings: { timeColor: '$accentOnDeep' },
        },
        {
          type: 'prayer',
          name: 'Times',
          essential: true,
          at: [144, 404, 1632, 436],
          settings: { prayerColor: '$onDeep' },
        },
        {
          type: 'ticker',
          name: 'Announcements',
          at: [0, 968, 1920, 112],
          settings: {
            tickerSentence1: sentence('Join us for a lesson after Friday prayer', 46, true),
            tickerSentence2: sentence('Please silence your phone', 46),
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
        plate([80, 660, 920, 1040], NIGHT, CARD),
        { type: 'logo', name: 'Logo', at: [80, 96, 920, 60], color: '$quiet', size: 38 },
        words('Title', [80, 160, 920, 140], 'Prayer times', '$onDeep', elegant(112)),
        {
          type: 'date-time',
          name: 'Clock',
          at: [80, 350, 920, 260],
          settings: { timeColor: '$accentOnDeep' },
        },
        {
          type: 'prayer',
          name: 'Times',
          essential: true,
          at: [120, 690, 840, 980],
          settings: { prayerColor: '$onDeep' },
        },
        {
          type: 'ticker',
          name: 'Announcements',
          at: [0, 1800, 1080, 120],
          settings: {
            tickerSentence1: sentence('Join us for a lesson after Friday prayer', 46, true),
            tickerSentence2: sentence('Please silence your phone', 46),
            tickerBgColor: '$primary',
            tickerColor: '$onPrimary',
          },
        },
      ],
    },
  ],
}
