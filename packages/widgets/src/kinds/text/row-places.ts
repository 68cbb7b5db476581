/** Height of a line, and of the room between two rows, by font size. */
export const LINE = 1.3
const GAP = 0.45
/** Font size of a note, by that of its name. */
export const NOTE = 0.68
/** Few rows spread over their room, at most so far. */
const SPREAD = 1.35
const MOST_COLUMNS = 3
/** Letters are this much smaller before a list gets another column. */
const PATIENCE = 0.8
/** Narrowest column, by font size: a name and its price. */
const NARROWEST = 11
const BETWEEN_COLUMNS = 1.2

interface Room {
  count: number
  hasNotes: boolean
  /** Font size of names, in layout pixels. */
  size: number
  width: number
  height: number
}

export interface RowPlaces {
  columns: number
  /** Rows in each column but the last. */
  perColumn: number
  columnWidth: number
  /** From one row to the next. */
  step: number
  /** Font size of names: the wanted one, or as small as the room requires. */
  size: number
}

/** Where the rows of a list are placed: in one column, or in more when that leaves larger letters. */
export function rowPlaces({ count, hasNotes, size, width, height }: Room): RowPlaces {
  const natural = size * (LINE + (hasNotes ? NOTE * LINE : 0) + GAP)
  const gap = size * BETWEEN_COLUMNS
  const options = Array.from({ length: Math.min(MOST_COLUMNS, count) }, (_, index) => {
    const columns = index + 1
    const perColumn = Math.ceil(count / columns)
    // Whole pixels: a box between two pixels may be measured as wider than it is, and its letters made small.
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
