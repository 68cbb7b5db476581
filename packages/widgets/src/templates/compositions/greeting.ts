import {
  type Box,
  LANDSCAPE,
  letters,
  type Part,
  PILL,
  PORTRAIT,
  plate,
  strong,
  type TemplatePage,
  words,
} from '#templates/template.ts'
import { type Common, type Frame, logo, picture } from './picture.ts'

/** A greeting with the time and the weather over a scene. */
export interface Greeting extends Common {
  greeting: string
  guest: string
  frame: Frame
}

export function greeting({
  tone,
  art,
  face = strong,
  greeting: hello,
  guest,
  frame,
}: Greeting): TemplatePage[] {
  const live = (clock: Box, weather: Box): Part[] => [
    { type: 'date-time', name: 'Clock', at: clock, settings: { timeColor: tone.ink } },
    { type: 'weather', name: 'Weather', at: weather, settings: { weatherColor: tone.ink } },
  ]
  return [
    {
      ...LANDSCAPE,
      background: tone.wash,
      parts: [
        ...picture(frame === 'window' ? [1120, 130, 680, 950] : [1088, 64, 768, 952], art, tone, frame),
        logo([112, 96, 780, 80], tone.soft, 44),
        words('Greeting', [112, 300, 900, 230], hello, tone.ink, face(150)),
        plate([112, 548, 140, 12], tone.band, PILL),
        words('Guest', [112, 596, 900, 150], guest, tone.soft, letters(52)),
        ...live([96, 820, 420, 170], [580, 810, 420, 200]),
      ],
    },
    {
      ...PORTRAIT,
      background: tone.wash,
      parts: [
        ...picture(frame === 'window' ? [180, 100, 720, 780] : [48, 48, 984, 840], art, tone, frame),
        logo([80, 950, 920, 80], tone.soft, 44),
        words('Greeting', [80, 1080, 920, 220], hello, tone.ink, face(146)),
        plate([80, 1322, 140, 12], tone.band, PILL),
        words('Guest', [80, 1368, 920, 160], guest, tone.soft, letters(52)),
        ...live([64, 1640, 440, 190], [580, 1636, 420, 200]),
      ],
    },
  ]
}
