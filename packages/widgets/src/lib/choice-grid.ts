/** The average character width of the bundled font, in font sizes. */
export const LETTER = 0.56
const LINE = 1.35
/** The mark and the gaps beside it, in font sizes. */
export const MARK = 1.15
export const GAP = 0.5

export interface ChoiceGrid {
  columns: number
  /** One option's cell, in layout pixels. */
  cell: { width: number; height: number }
  letters: number
}

/** The longest word of several texts, and their longest text, in characters. */
const longest = (labels: readonly string[]) => ({
  word: Math.max(1, ...labels.flatMap((label) => label.split(/\s+/)).map((word) => [...word].length)),
  text: Math.max(1, ...labels.map((label) => [...label].length)),
})

/**
 * The largest font size up to `wanted` at which the longest label fits a cell, on one or two lines, without breaking
 * words.
 */
function lettersIn(cell: ChoiceGrid['cell'], labels: readonly string[], wanted: number): number {
  const { word, text } = longest(labels)
  const beside = MARK + 2 * GAP
  const one = Math.min(cell.height / LINE, cell.width / (beside + LETTER * text))
  // Lines break between words: two of them hold slightly less than twice as much.
  const lines = Math.max(word, text * 0.6)
  const two = Math.min(cell.height / (2 * LINE), cell.width / (beside + LETTER * lines))
  return Math.min(wanted, Math.max(one, two))
}

/**
 * Arranges options with one font size for all labels, as large as possible up to the configured size: stacked, or
 * side by side in as few rows as that takes.
 */
export function choiceGrid(
  room: { width: number; height: number },
  labels: readonly string[],
  wanted: number,
  sideBySide: boolean,
): ChoiceGrid {
  const count = Math.max(1, labels.length)
  const most = wanted * 1.5 * 2.4
  const gridOf = (columns: number): ChoiceGrid => {
    const rows = Math.ceil(count / columns)
    const cell = { width: room.width / columns, height: Math.min(room.height / rows, most) }
    return { columns, cell, letters: lettersIn(cell, labels, wanted) }
  }
  if (!sideBySide) return gridOf(1)
  let best = gridOf(count)
  for (let columns = count - 1; columns >= 1; columns -= 1) {
    const grid = gridOf(columns)
    if (grid.letters > best.letters * 1.05) best = grid
  }
  return best
}
