import {
  type Box,
  drawn,
  LANDSCAPE,
  letters,
  PORTRAIT,
  plate,
  type TemplatePage,
  words,
} from '#templates/template.ts'
import { bold, type Common, logo } from './picture.ts'

/** What happens when and where. */
export interface Timetable extends Common {
  title: string
  /** What a row is: a class, a departure. */
  row: string
  rows: readonly (readonly [time: string, name: string, place: string])[]
  note: string
}

export function timetable(it: Timetable): TemplatePage[] {
  const { tone, art, title, rows, note } = it
  const step = Math.floor(690 / rows.length)
  const tallStep = Math.floor(1210 / rows.length)
  return [
    {
      ...LANDSCAPE,
      background: tone.ground,
      parts: [
        plate([0, 0, 1920, 270], tone.band),
        drawn([1560, 15, 240, 240], art, tone.strongOnBand, tone.onBand),
        logo([96, 48, 760, 52], tone.softOnBand, 34),
        words('Title', [96, 108, 1380, 120], title, tone.onBand, bold(86)),
        ...rows.flatMap(([time, name, place], index) => {
          const top = 300 + index * step
          const height = step - 16
          const label = `${it.row} ${index + 1}`
          const line = (at: Box, text: string, color: string, font: ReturnType<typeof letters>) => ({
            at,
            text,
            color,
            font,
          })
          return [
            ...(index % 2 === 0 ? [plate([64, top, 1792, height], tone.panel)] : []),
            ...[
              line([96, top, 250, height], time, tone.strong, bold(48)),
              line([380, top, 900, height], name, tone.ink, bold(46)),
              line([1310, top, 514, height], place, tone.ink, letters(40, { alignment: 'right' })),
            ].map(({ at, text, color, font }, part) =>
              words(
                [`${label}: time`, label, `${label}: place`][part] ?? label,
                middle(at, font.size),
                text,
                color,
                font,
              ),
            ),
          ]
        }),
        words('Note', [96, 1006, 1728, 50], note, tone.soft, letters(34)),
      ],
    },
    {
      ...PORTRAIT,
      background: tone.ground,
      parts: [
        plate([0, 0, 1080, 480], tone.band),
        drawn([720, 60, 300, 300], art, tone.strongOnBand, tone.onBand),
        logo([80, 80, 600, 56], tone.softOnBand, 36),
        words('Title', [80, 180, 620, 250], title, tone.onBand, bold(92)),
        ...rows.flatMap(([time, name, place], index) => {
          const top = 530 + index * tallStep
          const height = tallStep - 20
          const label = `${it.row} ${index + 1}`
          const first = top + Math.round((height - 126) / 2)
          return [
            ...(index % 2 === 0 ? [plate([48, top, 984, height], tone.panel)] : []),
            words(`${label}: time`, middle([80, top, 230, height], 50), time, tone.strong, bold(50)),
            words(label, [330, first, 670, 66], name, tone.ink, bold(46)),
            words(`${label}: place`, [330, first + 68, 670, 56], place, tone.ink, letters(38)),
          ]
        }),
        words('Note', [80, 1780, 920, 100], note, tone.soft, letters(36)),
      ],
    },
  ]
}

/** One line of letters in the middle of a box's height. */
function middle([x, y, width, height]: Box, size: number): Box {
  const line = Math.round(size * 1.36)
  return [x, y + Math.round((height - line) / 2), width, line]
}
