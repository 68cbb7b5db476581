/** How a page uses the colors of the palette. */
export interface Tone {
  /** The page's background, its texts, secondary texts, and emphasis. */
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
