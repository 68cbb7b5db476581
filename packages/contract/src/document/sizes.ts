import { PAGE_MAX, PAGE_MIN } from './layout-document.ts'

/** Pixels. */
export interface Size {
  width: number
  height: number
}

/** Of both sides of a size that a person chooses: more than three times those of the specified wall. */
export const PIXELS_MAX = 50_000_000

const isSide = (length: number): boolean =>
  Number.isInteger(length) && length >= PAGE_MIN && length <= PAGE_MAX

/** Whether a page or a screen can be chosen to have this size. */
export const isSize = ({ width, height }: Size): boolean =>
  isSide(width) && isSide(height) && width * height <= PIXELS_MAX

/** Usual sizes besides the specified ones, which are offered first. */
export const USUAL_SIZES = {
  classic: { width: 1024, height: 768 },
  square: { width: 1080, height: 1080 },
  ultraWide: { width: 3840, height: 1080 },
  bar: { width: 1920, height: 540 },
  ribbon: { width: 1920, height: 384 },
  totem: { width: 1080, height: 3840 },
} as const satisfies Record<string, Size>
export type UsualSize = keyof typeof USUAL_SIZES
