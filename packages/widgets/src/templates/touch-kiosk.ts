import type { Action } from '@vitrine/contract/fields/actions'
import {
  CARD,
  drawn,
  elegant,
  LANDSCAPE,
  PAPER_GROUND,
  type Part,
  PORTRAIT,
  plate,
  ROUND,
  strong,
  type Template,
  words,
} from './template.ts'

const turn = (verb: 'LOAD_NEXT_MEDIA' | 'LOAD_PREVIOUS_MEDIA'): Action => ({
  event: 'CLICK_TOUCH',
  type: 'LAYOUT',
  verb,
  target: '',
  props: { layoutId: '', layoutName: '', mediaZoneId: 'pages', mediaOrder: null },
})
const BUTTONS = {
  Back: { verb: 'LOAD_PREVIOUS_MEDIA', background: '$tint', color: '$ink' },
  Next: { verb: 'LOAD_NEXT_MEDIA', background: '$primary', color: '$onPrimary' },
} as const
const button = (label: keyof typeof BUTTONS, at: Part['at'], size: number): Part => {
  const { verb, ...colors } = BUTTONS[label]
  const fontSettings = strong(size, 'center')
  const settings = { label, ...colors, shadow: false, actions: [turn(verb)], fontSettings }
  return { type: 'button', name: label, at, frame: ROUND, settings }
}
/** Pictures to browse. Until there are some, a drawing. */
const zone = (at: Part['at'], drawing: Part['at']): Part[] => [
  plate(at, '$tint', CARD),
  drawn(drawing, 'bell', '$primaryOnPaper', '$accent'),
  {
    type: 'media-looper',
    name: 'Pages',
    id: 'pages',
    at,
    frame: ROUND,
    settings: { interval: 20, actions: [turn('LOAD_NEXT_MEDIA')] },
  },
]

/**
 * An interactive screen: pictures to browse, and a question at the end. Seen from 4 m: the zone has 60 % of the page's
 * width and height, and the buttons' letters 1/25 of its height.
 */
export const touchKiosk: Template = {
  id: 'touch-kiosk',
  industries: ['general', 'hotel', 'museum'],
  pages: [
    {
      ...LANDSCAPE,
      background: PAPER_GROUND,
      parts: [
        { type: 'logo', name: 'Logo', at: [80, 56, 1152, 80], color: '$faded', size: 48 },
        words('Question', [80, 144, 1760, 130], 'How can we help?', '$primaryOnPaper', elegant(100)),
        ...zone([80, 304, 1152, 696], [370, 366, 572, 572]),
        button('Next', [1264, 304, 576, 190], 64),
        button('Back', [1264, 518, 576, 190], 64),
        words('Rating: question', [1264, 734, 576, 132], 'How was your visit?', '$ink', strong(44)),
        { type: 'rating', name: 'Rating', at: [1264, 870, 576, 130], settings: { color: '$accent' } },
      ],
    },
    {
      ...PORTRAIT,
      background: PAPER_GROUND,
      parts: [
        { type: 'logo', name: 'Logo', at: [60, 48, 960, 84], color: '$faded', size: 56 },
        words('Question', [60, 136, 960, 112], 'How can we help?', '$primaryOnPaper', elegant(84)),
        ...zone([60, 272, 960, 1156], [180, 490, 720, 720]),
        button('Back', [60, 1456, 468, 168], 78),
        button('Next', [552, 1456, 468, 168], 78),
        words('Rating: question', [60, 1652, 460, 212], 'How was your visit?', '$ink', strong(54)),
        { type: 'rating', name: 'Rating', at: [552, 1692, 468, 132], settings: { color: '$accent' } },
      ],
    },
  ],
}
