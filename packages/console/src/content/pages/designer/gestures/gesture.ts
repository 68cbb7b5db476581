import type { Point } from '#content/pages/designer/geometry/rect.ts'

/** Modifier keys during a gesture. */
export interface Keys {
  shift: boolean
  alt: boolean
  /** Ctrl, or Command on a Mac. */
  mod: boolean
}
export const NO_KEYS: Keys = { shift: false, alt: false, mod: false }

/** One pointer gesture, from down to up. Points are in layout pixels (viewport pixels while panning). */
export interface Gesture {
  move(point: Point, keys: Keys): void
  /** The pointer went up: commits at most one undo step. */
  end(): void
  /** Escape: restores the state before the gesture. */
  cancel(): void
}

/** Viewport pixels of jitter below which a press stays a click. */
export const DRAG_PIXELS = 3
