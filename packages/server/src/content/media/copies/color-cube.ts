// A table from the colors of HDR and wide-gamut video to those that every screen shows.

/** Chromaticities (x, y) of red, green, and blue, by ffprobe's names (ITU-T H.273, table 2). All have the same white. */
const PRIMARIES: Readonly<Record<string, Primaries>> = {
  bt2020: [
    [0.708, 0.292],
    [0.17, 0.797],
    [0.131, 0.046],
  ],
  smpte432: [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
  ],
}
const BT709: Primaries = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
]
const D65: Point = [0.3127, 0.329]

type Point = readonly [number, number]
type Primaries = readonly [Point, Point, Point]
type Triple = [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** ffprobe's names of the HDR transfer functions. */
export const PQ = 'smpte2084'
export const HLG = 'arib-std-b67'

/** Nits of diffuse white in HDR (ITU-R BT.2408), and of the display that content is made for. */
const WHITE = 203
const PEAK = 1000
/** Linear values up to here stay; brighter ones are compressed into the rest, so that highlights keep their shapes. */
const KNEE = 0.9
/** Points per axis. ffmpeg interpolates between them, which is off by less than two of 255. */
const POINTS = 49

/** Whether a video's colors differ from those of BT.709 by more than the matrix and range of its samples. */
export const needsCube = (primaries: string, transfer: string): boolean =>
  isHdr(transfer) || Object.hasOwn(PRIMARIES, primaries)

const isHdr = (transfer: string): boolean => transfer === PQ || transfer === HLG

/**
 * The table in the format of `.cube` files, in pieces of a few milliseconds. HDR without known primaries has those of
 * BT.2020.
 */
export function* colorCube(primaries: string, transfer: string): Generator<string> {
  const source = PRIMARIES[primaries] ?? (isHdr(transfer) ? PRIMARIES.bt2020 : undefined) ?? BT709
  const toBt709 = product(inverse(toXyz(BT709)), toXyz(source))
  const light = transfer === PQ ? lightOfPq : transfer === HLG ? lightOfHlg : lightOfSdr
  const axis = Array.from({ length: POINTS }, (_, index) => light(index / (POINTS - 1)))
  yield `LUT_3D_SIZE ${POINTS}\n`
  for (const blue of axis) {
    let lines = ''
    for (const green of axis)
      for (const red of axis) {
        const linear = times(toBt709, [red, green, blue])
        const scale = isHdr(transfer) ? scaleOf(Math.max(...linear)) : 1
        lines += `${linear.map((each) => encode(each * scale).toFixed(5)).join(' ')}\n`
      }
    yield lines
  }
}

/** SMPTE ST 2084, relative to diffuse white. */
function lightOfPq(signal: number): number {
  const [m1, m2, c1, c2, c3] = [2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128]
  const power = signal ** (1 / m2)
  return ((Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1) * 10_000) / WHITE
}

/**
 * ITU-R BT.2100: the inverse of the camera's curve, then that of a display of `PEAK` nits; per channel, as in the tools
 * that put graphics into HLG.
 */
function lightOfHlg(signal: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073]
  const scene = signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12
  return (scene ** 1.2 * PEAK) / WHITE
}

/** The curve of displays: 2.4 in a studio (ITU-R BT.1886), 2.2 of computers; screens are in between. */
const GAMMA = 2.3
const lightOfSdr = (signal: number): number => signal ** GAMMA
const encode = (light: number): number => Math.min(1, Math.max(0, light)) ** (1 / GAMMA)

/** A hyperbola from the knee, with its slope, to 1 at the brightest value. The hue stays: all three are scaled. */
function scaleOf(brightest: number): number {
  if (brightest <= KNEE) return 1
  const [over, room, most] = [brightest - KNEE, 1 - KNEE, PEAK / WHITE - KNEE]
  const bend = 1 / room - 1 / most
  return Math.min(1, KNEE + over / (1 + over * bend)) / brightest
}

/** From linear RGB to CIE XYZ. */
function toXyz(primaries: Primaries): Matrix {
  const [red, green, blue] = primaries.map(xyzOf) as [Triple, Triple, Triple]
  const columns = transposed([red, green, blue])
  const gains = times(inverse(columns), xyzOf(D65))
  return columns.map((row) => row.map((each, index) => each * (gains[index] ?? 0))) as never
}

const xyzOf = ([x, y]: Point): Triple => [x / y, 1, (1 - x - y) / y]

const times = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple

const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]

const product = (left: Matrix, right: Matrix): Matrix =>
  transposed(transposed(right).map((column) => times(left, column)) as never)

/** By the cross products of its rows. */
function inverse([a, b, c]: Matrix): Matrix {
  const cross = (u: Triple, v: Triple): Triple => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ]
  const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)]
  const determinant = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2]
  return transposed([bc, ca, ab]).map((row) => row.map((each) => each / determinant)) as never
}
