import { z } from 'zod'
import { SCREEN_SIZES, type ScreenSize } from '#api/content/layouts.ts'
import { PAGE_MAX, PAGE_MIN } from '#document/layout-document.ts'
import { isSize, PIXELS_MAX, type Size } from '#document/sizes.ts'
import { pixelsOfScreen } from '#player/screen-pixels.ts'
import { rule } from '#rules.ts'

/** In pixels; null: one of `SCREEN_SIZES`. */
export const OtherSize = z.object({ width: z.int(), height: z.int() }).nullable()

const side = () =>
  z
    .int({ error: rule('numeric') })
    .min(PAGE_MIN, rule('min_value', PAGE_MIN))
    .max(PAGE_MAX, rule('max_value', PAGE_MAX))

/** Absent: unchanged. */
export const OtherSizeInput = z
  .object({ width: side(), height: side() })
  .refine(isSize, {
    path: ['height'],
    error: (issue) => {
      const { width } = issue.input as Size
      return rule('max_value', Math.floor(PIXELS_MAX / Math.max(1, width)))
    },
  })
  .nullable()
  .optional()

interface Sized {
  screen: Size | null
  screenSize: ScreenSize
  otherSize?: Size | null
}

/** A screen's size in pixels, as it is mounted: what it reported, or else what it was added as. */
export const sizeOfDevice = (device: Sized): Size => pixelsOfScreen(device, SCREEN_SIZES[device.screenSize])
