import {
  type Box,
  drawn,
  LANDSCAPE,
  letters,
  type Part,
  PORTRAIT,
  plate,
  priceList,
  strong,
  type TemplatePage,
  words,
} from '#templates/template.ts'
import { type Common, logo } from './picture.ts'

/** Events with their time and place. */
export interface Timetable extends Common {
  title: string
  /** The kind of rows: classes, departures. */
  row: string
  rows: readonly (readonly [time: string, name: string, place: string])[]
  note: string
}

/** Name and place, with the time at the end of the row. */
const list = ({ tone, row, rows }: Timetable, at: Box, size: number): Part =>
  priceList(
    row,
    at,
    rows.map(([time, name, place]) => [name, place, time]),
    {
      size,
      font: { font: 'Montserrat', weight: 600, isBold: false },
      color: tone.ink,
      priceColor: tone.strong,
    },
  )

export function timetable(it: Timetable): TemplatePage[] {
  const { tone, art, face = strong, title, note } = it
  return [
    {
      ...LANDSCAPE,
      background: tone.wash,
      parts: [
        plate([0, 0, 1920, 270], tone.band),
        drawn([1560, 15, 240, 240], art, tone.strongOnBand, tone.onBand),
        logo([96, 48, 760, 52], tone.softOnBand, 34),
        words('Title', [96, 108, 1380, 120], title, tone.onBand, face(86)),
        list(it, [96, 300, 1728, 690], 50),
        words('Note', [96, 1006, 1728, 50], note, tone.soft, letters(34)),
      ],
    },
    {
      ...PORTRAIT,
      background: tone.wash,
      parts: [
        plate([0, 0, 1080, 480], tone.band),
        drawn([720, 60, 300, 300], art, tone.strongOnBand, tone.onBand),
        logo([80, 80, 600, 56], tone.softOnBand, 36),
        words('Title', [80, 180, 620, 250], title, tone.onBand, face(92)),
        list(it, [80, 520, 920, 1230], 54),
        words('Note', [80, 1780, 920, 100], note, tone.soft, letters(36)),
      ],
    },
  ]
}
