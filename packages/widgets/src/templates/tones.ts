import { DEEP_GROUND, PAPER_GROUND, PRIMARY_GROUND } from './template.ts'

/** How a page uses the colors of the palette. */
export interface Tone {
  /** The page's background, its texts, secondary texts, and emphasis. `ground` is its plain color. */
  wash: string
  ground: string
  ink: string
  soft: string
  strong: string
  /** A field behind pictures, and their two colors. */
  panel: string
  main: string
  second: string
  /** An area filled with a strong color, and its texts. */
  band: string
  onBand: string
  softOnBand: string
  strongOnBand: string
}

const ON_PRIMARY = { onBand: '$onPrimary', softOnBand: '$mild', strongOnBand: '$accentOnPrimary' }
const ON_ACCENT = { onBand: '$onAccent', softOnBand: '$onAccent', strongOnBand: '$onAccent' }

export const LIGHT: Tone = {
  wash: PAPER_GROUND,
  ground: '$paper',
  ink: '$ink',
  soft: '$faded',
  strong: '$primaryOnPaper',
  panel: '$tint',
  main: '$primaryOnPaper',
  second: '$accent',
  band: '$primary',
  ...ON_PRIMARY,
}
export const DEEP: Tone = {
  wash: DEEP_GROUND,
  ground: '$deep',
  ink: '$onDeep',
  soft: '$quiet',
  strong: '$accentOnDeep',
  panel: '$raised',
  main: '$accentOnDeep',
  second: '$onDeep',
  band: '$accent',
  ...ON_ACCENT,
}
export const BOLD: Tone = {
  wash: PRIMARY_GROUND,
  ground: '$primary',
  ink: '$onPrimary',
  soft: '$mild',
  strong: '$accentOnPrimary',
  panel: '$shade',
  main: '$accentOnPrimary',
  second: '$onPrimary',
  band: '$accent',
  ...ON_ACCENT,
}
export const WARM: Tone = {
  wash: '$accent',
  ground: '$accent',
  ink: '$onAccent',
  soft: '$onAccent',
  strong: '$onAccent',
  panel: '$glare',
  main: '$primaryOnAccent',
  second: '$paper',
  band: '$primary',
  ...ON_PRIMARY,
}
