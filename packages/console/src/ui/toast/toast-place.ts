/** A box in CSS pixels from the window's top left. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Surroundings {
  /** The window's width. */
  width: number
  /** The top bar and its empty part; absent on pages without one. */
  bar?: Box
  gap?: Box
  /** The page fills the window and has its own bar. */
  bare?: boolean
  /** The open dialog or drawer, and its title. */
  dialog?: Box
  dialogHead?: Box
}

export interface ToastPlace {
  top: number
  left: number
  width: number
  /** At the bottom of the window, where more toasts go above. */
  upwards?: boolean
}

const WIDE = 420
const NARROW = 260
/** The margin to the window's edges and to dialogs. */
export const AWAY = 8
/** The height of a two-line toast. */
const TALL = 84
/** The bar height of a page that fills the window. */
const OWN_BAR = 56

/**
 * Where toasts cover no control: the usual place, else a corner at the bottom, else whatever covers least. `controls`:
 * the boxes of what can be pressed or typed into.
 */
export function freePlace(
  around: Surroundings & { height: number },
  controls: readonly Box[],
  tall = TALL,
): ToastPlace {
  const usual = placeToasts(around)
  const width = Math.min(WIDE, around.width - 2 * AWAY)
  const bottom = around.height - tall - AWAY
  const places: ToastPlace[] = [
    usual,
    { top: bottom, left: around.width - width - AWAY, width, upwards: true },
    { top: bottom, left: AWAY, width, upwards: true },
    { top: bottom, left: (around.width - width) / 2, width, upwards: true },
  ]
  const covered = (place: ToastPlace) =>
    controls.reduce((area, box) => {
      const across = Math.min(place.left + place.width, box.right) - Math.max(place.left, box.left)
      const down = Math.min(place.top + tall, box.bottom) - Math.max(place.top, box.top)
      return area + Math.max(0, across) * Math.max(0, down)
    }, 0)
  let best = usual
  let least = Number.POSITIVE_INFINITY
  for (const place of places) {
    const area = covered(place)
    if (area === 0) return place
    if (area < least) [best, least] = [place, area]
  }
  return best
}

/**
 * Finds a place at the top where toasts cover no controls: over the empty part of the top bar, and beside or above an
 * open dialog. In narrow windows they are below the bar or the dialog's title.
 */
export function placeToasts({ width, bar, gap, bare, dialog, dialogHead }: Surroundings): ToastPlace {
  const placeIn = (left: number, right: number, top: number): ToastPlace => {
    const room = right - left - 2 * AWAY
    const own = Math.min(WIDE, room)
    return { top, left: left + AWAY + (room - own) / 2, width: own }
  }
  if (dialog) {
    if (dialog.top >= TALL + AWAY) return placeIn(0, width, AWAY)
    if (Math.max(width - dialog.right, dialog.left) < NARROW + 2 * AWAY)
      return placeIn(0, width, (dialogHead ?? dialog).bottom + AWAY / 2)
    return width - dialog.right >= dialog.left
      ? placeIn(dialog.right, width, AWAY)
      : placeIn(0, dialog.left, AWAY)
  }
  if (!bar) return placeIn(0, width, bare ? OWN_BAR + AWAY : AWAY)
  if (gap && gap.right - gap.left >= NARROW + 2 * AWAY)
    return placeIn(gap.left, gap.right, Math.max(bar.top, 0) + AWAY)
  return placeIn(0, width, Math.max(bar.bottom, 0) + AWAY / 2)
}
