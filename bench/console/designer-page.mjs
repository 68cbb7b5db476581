/** A wall of 7560 by 2160 with 200 typical widgets in a grid of 20 by 10. */
export const SIZE = { width: 7560, height: 2160 }
const COLUMNS = 20
const ROWS = 10
const TYPES = [
  'text',
  'button',
  'tag',
  'sticky-note',
  'date-time',
  'weather',
  'rating',
  'media-looper',
  'link',
  'ticker',
]

/** `count`: more than 200 stack up in the same places. */
export function wall(count = COLUMNS * ROWS) {
  const widgets = Array.from({ length: count }, (_, index) => ({
    id: `widget${index}`,
    type: TYPES[(index + Math.floor(index / COLUMNS)) % TYPES.length],
    name: `Widget ${index}`,
    zIndex: index + 1,
    width: 260 + (index % 5) * 12,
    height: 140 + (index % 3) * 20,
    transform: `translate(${(index % COLUMNS) * 370 + 30}px, ${(Math.floor(index / COLUMNS) % ROWS) * 205 + 40}px)`,
  }))
  const inputs = widgets.flatMap(({ id, type }) =>
    type === 'text' || type === 'sticky-note'
      ? [{ name: `${id}-text`, kind: 'textbox', value: `This is what ${id} says` }]
      : [],
  )
  return { name: 'Wall', type: 'designed', ...SIZE, widgets, config: { inputs } }
}

/** Five rows of ten in the middle. */
export const FIFTY = [2, 3, 4, 5, 6].flatMap((row) =>
  Array.from({ length: 10 }, (_, column) => `widget${row * COLUMNS + column + 5}`),
)

/** Two rows of ten in the middle, which the bench drags. */
export const DRAGGED = [4, 5].flatMap((row) =>
  Array.from({ length: 10 }, (_, column) => `widget${row * COLUMNS + column + 5}`),
)
