import { LANDSCAPE, letters, type TemplatePage, words } from '@vitrine/widgets/template'

const [wide, high] = [LANDSCAPE.width, LANDSCAPE.height]
const centred = (size: number, isBold = false) => letters(size, { isBold, alignment: 'center' })

/** Basic cards for everyday use. */
export const CARD_STARTERS = {
  media: {
    ...LANDSCAPE,
    background: 'black',
    parts: [{ type: 'media-looper', name: 'Content', at: [0, 0, wide, high] }],
  },
  text: {
    ...LANDSCAPE,
    background: '$primary',
    parts: [
      words('Title', [160, 240, 1600, 260], 'Title', '$onPrimary', centred(120, true)),
      words('Text', [160, 540, 1600, 380], 'Text', '$mild', centred(60)),
    ],
  },
  mediaAndText: {
    ...LANDSCAPE,
    background: '$primary',
    parts: [
      { type: 'media-looper', name: 'Content', at: [0, 0, 1120, high] },
      words('Title', [1180, 200, 660, 240], 'Title', '$onPrimary', letters(84, { isBold: true })),
      words('Text', [1180, 470, 660, 460], 'Text', '$mild', letters(48)),
    ],
  },
  blank: { ...LANDSCAPE, background: 'black', parts: [] },
} as const satisfies Record<string, TemplatePage>
export type CardStarter = keyof typeof CARD_STARTERS
