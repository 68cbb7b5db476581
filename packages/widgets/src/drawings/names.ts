/** How a drawing fills its box. */
export type DrawingFit = 'crop' | 'whole' | 'stretch'

/** Pictures are shown whole or cropped; grounds are backgrounds; shapes have one color. */
const of = <const N extends string>(
  kind: 'picture' | 'ground' | 'shape',
  fit: DrawingFit,
  names: readonly N[],
) => names.map((name) => ({ name, kind, fit }))

export const DRAWINGS = [
  ...of('picture', 'whole', ['coffee', 'bread', 'plate', 'bowl', 'glass', 'fruit', 'cake']),
  ...of('picture', 'whole', ['bags', 'hanger', 'basket', 'scissors', 'flower', 'house', 'keys', 'coins']),
  ...of('picture', 'whole', ['heart', 'doctor', 'tooth', 'dumbbell', 'lotus', 'books', 'pencil', 'cap']),
  ...of('picture', 'crop', ['mosque', 'church', 'skyline', 'factory', 'palm', 'frames', 'mic']),
  ...of('picture', 'whole', ['lantern', 'candles', 'vase', 'balloons', 'meeting', 'helmet', 'gears']),
  ...of('picture', 'whole', ['bus', 'train', 'plane', 'bed', 'bell']),
  ...of('shape', 'whole', ['circle', 'burst']),
  ...of('shape', 'stretch', ['arch']),
  ...of('shape', 'stretch', [
    'rectangle',
    'ellipse',
    'triangle',
    'diamond',
    'hexagon',
    'star',
    'line',
    'arrow',
  ]),
  ...of('ground', 'stretch', ['slope', 'glow', 'waves', 'hills']),
  ...of('ground', 'crop', ['stars', 'dots', 'stripes', 'confetti']),
] as const
export type DrawingName = (typeof DRAWINGS)[number]['name']

/** Shapes that fill their box to its corners, down to one pixel. */
export const PLAIN_SHAPES: readonly string[] = [
  ...['rectangle', 'ellipse', 'triangle', 'diamond'],
  ...['hexagon', 'star', 'line', 'arrow'],
]

const label = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
/** The choices of a drawing field. */
export const DRAWING_CHOICES = DRAWINGS.map(({ name }) => ({ value: name, label: label(name) }))
