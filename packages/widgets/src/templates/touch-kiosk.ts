import type { Action } from '@vitrine/contract/fields/actions'
import { drawn, LANDSCAPE, letters, type Part, PORTRAIT, plate, type Template, words } from './template.ts'

const turn = (verb: 'LOAD_NEXT_MEDIA' | 'LOAD_PREVIOUS_MEDIA'): Action => ({
  event: 'CLICK_TOUCH',
  type: 'LAYOUT',
  verb,
  target: '',
  props: { layoutId: '', layoutName: '', mediaZoneId: 'pages', mediaOrder: null },
})
const button = (
  name: string,
  at: Part['at'],
  label: string,
  colours: { background: string; color: string },
  actions: Action[] = [],
): Part => ({
  type: 'button',
  name,
  at,
  settings: {
    label,
    ...colours,
    shadow: false,
    actions,
    fontSettings: letters(46, { isBold: true, alignment: 'center' }),
  },
})
const STRONG = { background: '$primary', color: '$onPrimary' }
const CALM = { background: '$tint', color: '$ink' }

/** An interactive screen: pages to browse, places to go, and a question at the end. */
export const touchKiosk: Template = {
  id: 'touch-kiosk',
  industries: ['general', 'museum'],
  pages: [
    {
      ...LANDSCAPE,
      background: '$paper',
      parts: [
        { type: 'logo', name: 'Logo', at: [80, 60, 900, 70], color: '$faded', size: 40 },
        words(
          'Question',
          [80, 132, 1100, 120],
          'How can we help?',
          '$primaryOnPaper',
          letters(84, { isBold: true }),
        ),
        plate([80, 292, 1160, 708], '$tint'),
        drawn([360, 346, 600, 600], 'bell', '$primaryOnPaper', '$accent'),
        {
          type: 'media-looper',
          name: 'Pages',
          id: 'pages',
          at: [80, 292, 1160, 708],
          settings: { interval: 20, actions: [turn('LOAD_NEXT_MEDIA')] },
        },
        button('Back', [1300, 292, 260, 140], 'Back', CALM, [turn('LOAD_PREVIOUS_MEDIA')]),
        button('Next', [1580, 292, 260, 140], 'Next', STRONG, [turn('LOAD_NEXT_MEDIA')]),
        {
          type: 'radio',
          name: 'Topic',
          at: [1300, 476, 540, 280],
          settings: {
            label: 'I’m here for',
            color: '$ink',
            direction: 'vertical',
            fontSettings: letters(40),
            options: [
              { label: 'A visit', value: 'visit' },
              { label: 'A delivery', value: 'delivery' },
              { label: 'Something else', value: 'other' },
            ],
          },
        },
        words('Rating: question', [1300, 790, 540, 60], 'How was your visit?', '$faded', letters(38)),
        { type: 'rating', name: 'Rating', at: [1300, 864, 540, 136], settings: { color: '$accent' } },
      ],
    },
    {
      ...PORTRAIT,
      background: '$paper',
      parts: [
        { type: 'logo', name: 'Logo', at: [80, 72, 920, 70], color: '$faded', size: 40 },
        words(
          'Question',
          [80, 150, 920, 140],
          'How can we help?',
          '$primaryOnPaper',
          letters(96, { isBold: true }),
        ),
        plate([80, 330, 920, 620], '$tint'),
        drawn([260, 360, 560, 560], 'bell', '$primaryOnPaper', '$accent'),
        {
          type: 'media-looper',
          name: 'Pages',
          id: 'pages',
          at: [80, 330, 920, 620],
          settings: { interval: 20, actions: [turn('LOAD_NEXT_MEDIA')] },
        },
        button('Back', [80, 986, 448, 150], 'Back', CALM, [turn('LOAD_PREVIOUS_MEDIA')]),
        button('Next', [552, 986, 448, 150], 'Next', STRONG, [turn('LOAD_NEXT_MEDIA')]),
        {
          type: 'radio',
          name: 'Topic',
          at: [80, 1186, 920, 340],
          settings: {
            label: 'I’m here for',
            color: '$ink',
            direction: 'vertical',
            fontSettings: letters(46),
            options: [
              { label: 'A visit', value: 'visit' },
              { label: 'A delivery', value: 'delivery' },
              { label: 'Something else', value: 'other' },
            ],
          },
        },
        words('Rating: question', [80, 1590, 920, 64], 'How was your visit?', '$faded', letters(44)),
        { type: 'rating', name: 'Rating', at: [80, 1674, 800, 160], settings: { color: '$accent' } },
      ],
    },
  ],
}
