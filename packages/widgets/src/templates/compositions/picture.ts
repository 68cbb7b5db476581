import type { DrawingName } from '@vitrine/widgets/drawings/names'
import { type Box, CARD, drawn, type Part, plate, ROUND, type strong } from '#templates/template.ts'
import type { Tone } from '#templates/tones.ts'

/** A picture's frame: a card, a disc, or a window. */
export type Frame = 'field' | 'disc' | 'window'

export const logo = (at: Box, color: string, size: number): Part => ({
  type: 'logo',
  name: 'Logo',
  at,
  color,
  size,
})

/** The largest centered square in a box, scaled by a share. */
function square([x, y, width, height]: Box, share = 0.84): Box {
  const side = Math.round(Math.min(width, height) * share)
  return [x + Math.round((width - side) / 2), y + Math.round((height - side) / 2), side, side]
}

/** A framed picture. Users cover it with their own photo in the zone on top. */
export function picture(at: Box, art: DrawingName, tone: Tone, frame: Frame): Part[] {
  const { panel, main, second } = tone
  if (frame === 'disc')
    return [drawn(square(at, 0.92), 'circle', panel), drawn(square(at, 0.74), art, main, second)]
  if (frame === 'window') return [drawn(at, 'arch', panel), drawn(square(at, 0.8), art, main, second)]
  return [
    plate(at, panel, CARD),
    { ...drawn(at, 'glow', tone.ground), frame: ROUND },
    drawn(square(at, 0.9), art, main, second),
    { type: 'media-looper', name: 'Images', at, frame: ROUND, settings: { interval: 8, fit: 'cover' } },
  ]
}

export interface Common {
  tone: Tone
  art: DrawingName
  /** The letters of its title: strong unless there are others. */
  face?: typeof strong
}
