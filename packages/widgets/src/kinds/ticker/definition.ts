import type { WidgetDefinition } from '@vitrine/widgets/definition'

const SPACINGS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => ({ value, label: String(value) }))

export const ticker = {
  type: 'ticker',
  label: 'Ticker',
  group: 'information',
  size: { width: 320, height: 60 },
  fit: { of: 'screen', width: 1, height: 0.09, letters: 1 / 22, edge: 'bottom' },
  fields: {
    tickerSentence1: {
      type: 'cellData',
      label: 'Sentence 1',
      default: { text: '', isBold: true, isItalic: false, size: 20 },
      bound: true,
    },
    tickerSentence2: {
      type: 'cellData',
      label: 'Sentence 2',
      default: { text: '', isBold: true, isItalic: false, size: 20 },
      bound: true,
    },
    tickerSentence3: {
      type: 'cellData',
      label: 'Sentence 3',
      default: { text: '', isBold: false, isItalic: false, size: 20 },
      bound: true,
    },
    tickerBgColor: {
      type: 'colorPicker',
      allowGradient: true,
      label: 'Background',
      default: 'black',
      allowEmpty: true,
      allowTransparent: true,
    },
    fontSettings: { type: 'font-settings', label: 'Font', lettersOnly: true },
    tickerSpacing: { type: 'lookup', label: 'Spacing', options: SPACINGS, default: 3 },
    tickerColor: { type: 'colorPicker', allowGradient: true, label: 'Color', default: 'white' },
  },
} as const satisfies WidgetDefinition
