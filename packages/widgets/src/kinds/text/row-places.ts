/** The heights of a line and of the gap between rows, in font sizes. */
export const LINE = 1.3
const GAP = 0.45
/** A note's font size, relative to its name's. */
export const NOTE = 0.68
/** The maximum spread of a few rows. */
const SPREAD = 1.35
const MOST_COLUMNS = 3
/** The shrinkage at which a list gets another column instead. */
const PATIENCE = 0.8
/** The minimum column width in font sizes: a name and its price. */
const NARROWEST = 11
const BETWEEN_COLUMNS = 1.2

interface Room {
  count: number
  hasNotes: boolean
  /** The font size of names, in layout pixels. */
  size: number
  width: number
  height: number
}

export interface RowPlaces {
  columns: number
  /** Rows in each column except the last. */
  perColumn: number
  columnWidth: number
  /** The distance between rows. */
  step: number
  /** The font size of names: the wanted one, or smaller if space requires it. */
  size: number
}

/** Places the rows of a list in one column, or in more if that allows a larger font. */
export function rowPlaces({ count, hasNotes, size, width, height }: Room): RowPlaces {
  const natural = size * (LINE + (hasNotes ? NOTE * LINE : 0) + GAP)
  const gap = size * BETWEEN_COLUMNS
  const options = Array.from({ length: Math.min(MOST_COLUMNS, count) }, (_, index) => {
    const columns = index + 1
    const perColumn = Math.ceil(count / columns)
    // Whole pixels: a fractional box may be measured as wider than it is, which would shrink its text.
    const columnWidth = Math.floor((width - gap * (columns - 1)) / columns)
    const room = height / perColumn
    const scale = Math.min(1, room / natural, columns === 1 ? 1 : columnWidth / (size * NARROWEST))
    const places = {
      columns,
      perColumn,
      columnWidth,
      step: Math.min(room, natural * SPREAD),
      size: size * scale,
    }
    return { places, worth: scale * PATIENCE ** index }
  })
  return options.reduce((best, one) => (one.worth > best.worth ? one : best)).places
}
