import { WIDGET_MIN } from '@vitrine/contract/document/layout-document'
import type { Values } from '@vitrine/contract/fields/values'
import type { PageFit } from './definition.ts'
import { definitionOf } from './definitions.ts'

interface Size {
  width: number
  height: number
}

/** The height of the largest screen of 16:9 that a page holds, in either direction. */
export function screenHeight({ width, height }: Size): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.min(short, (long * 9) / 16)
}

const within = (length: number, most: number) => Math.min(Math.max(Math.round(length), WIDGET_MIN), most)

/** The size with which a widget fits a page, in whole layout pixels. */
export function fittedSize({ of, width, height, edge }: PageFit, page: Size): Size {
  const short = screenHeight(page)
  const sides = of === 'page' ? page : { width: (short * 16) / 9, height: short }
  return {
    width: edge ? page.width : within(sides.width * width, page.width),
    height: within(sides.height * height, page.height),
  }
}

/**
 * A widget's settings with letters that can be read across a room: 1/24 of a screen's height is 28 mm at 55 inches, read
 * from 4 m and more. `room`: their most, in layout pixels.
 */
export function fittedLetters(
  type: string,
  settings: Values,
  page: Size,
  room = Number.POSITIVE_INFINITY,
): Values {
  const { fit, fields = {} } = definitionOf(type) ?? {}
  if (!fit?.letters) return settings
  const size = Math.max(1, Math.round(Math.min(screenHeight(page) * fit.letters, room)))
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const field = fields[name]
      const hasSize =
        field?.type === 'cellData' || (field?.type === 'font-settings' && field.lettersOnly !== true)
      return [name, hasSize ? { ...(value as object), size } : value]
    }),
  )
}
