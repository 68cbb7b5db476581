// The same in all languages that screens show: Unicode's extended grapheme clusters.
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where what people see as one letter ends, each in UTF-16 code units from the start of the text. */
export const letterEnds = (text: string): number[] =>
  [...letters.segment(text)].map(({ index, segment }) => index + segment.length)
