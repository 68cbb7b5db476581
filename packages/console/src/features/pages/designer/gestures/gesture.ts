import type { Point } from '#features/pages/designer/geometry/rect.ts'

/** Modifier keys during a gesture. */
export interface Keys {
  shift: boolean
  alt: boolean
  /** Ctrl, or Command on a Mac. */
  mod: boolean
}
export const NO_KEYS: Keys = { shift: false, alt: false, mod: false }

/** One press of the pointer, from down to up. Points are in layout pixels (of panning: viewport pixels). */
export interface Gesture {
  move(point: Point, keys: Keys): void
  /** The pointer went up: one step of history, or none. */
  end(): void
  /** Escape: as if it had never begun. */
  cancel(): void
}

/** Viewport pixels that a press may tremble before it is a drag. */
export const DRAG_PIXELS = 3
