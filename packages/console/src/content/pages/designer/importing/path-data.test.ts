import { readOutline } from '@vitrine/contract/fields/outline'
import { describe, expect, it } from 'vitest'
import { boundsOf, IDENTITY, inverse, matrixOf, times, turnOf } from './matrix.ts'
import { moved, outlineIn, pointsOf, readPath } from './path-data.ts'

const text = (data: string) =>
  readPath(data)
    .map(
      ({ command, points }) =>
        command + points.map(({ x, y }) => `${Number(x.toFixed(2))},${Number(y.toFixed(2))}`).join(' '),
    )
    .join(' ')

describe('the data of a path', () => {
  it.each([
    ['absolute lines', 'M1 2 L3 4 H5 V6 Z', 'M1,2 L3,4 L5,4 L5,6 Z'],
    ['relative lines', 'm1 2 l3 4 h5 v6 z', 'M1,2 L4,6 L9,6 L9,12 Z'],
    ['points after a move are lines', 'M0 0 1 1 2 2', 'M0,0 L1,1 L2,2'],
    ['points after a relative move', 'm1 1 1 1', 'M1,1 L2,2'],
    ['numbers without spaces', 'M.5.5-1-1', 'M0.5,0.5 L-1,-1'],
    ['smooth curves', 'M0 0C0 1 1 1 1 0S2-1 2 0', 'M0,0 C0,1 1,1 1,0 C1,-1 2,-1 2,0'],
    ['quadratic curves', 'M0 0Q3 3 6 0T12 0', 'M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0'],
    ['a path after its end', 'M1 1L2 1ZL5 5', 'M1,1 L2,1 Z M1,1 L5,5'],
    ['an arc without a radius', 'M0 0A0 5 0 0 1 9 9', 'M0,0 L9,9'],
    ['nothing before a move', 'L1 1 M2 2', ''],
    ['up to its first error', 'M0 0L1 1 Z 5 5', 'M0,0 L1,1 Z'],
  ])('%s', (_what, data, steps) => expect(text(data)).toBe(steps))

  it('flags of an arc need no spaces', () => {
    expect(text('M0 0a5 5 0 0110 0')).toBe(text('M0 0 A5,5 0 0 1 10 0'))
  })

  it('an arc stays on its ellipse, whatever it is', () => {
    for (const [large, sweep] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]) {
      const [, ...curves] = readPath(`M10 0 A10 10 0 ${large} ${sweep} 0 10`)
      const middle = large === sweep ? { x: 10, y: 10 } : { x: 0, y: 0 }
      expect(curves.length).toBe(large ? 3 : 1)
      for (const { points } of curves) {
        const end = points.at(-1) ?? { x: 0, y: 0 }
        expect(Math.hypot(end.x - middle.x, end.y - middle.y)).toBeCloseTo(10, 5)
      }
    }
  })
})

describe('matrices', () => {
  const some = [
    IDENTITY,
    matrixOf([2, 0, 0, 3, 5, 7]),
    matrixOf([0.6, 0.8, -0.8, 0.6, 1, 2]),
    matrixOf([1, 0.5, 0.2, 1, 0, 0]),
  ]
  it('an inverse leads back', () => {
    for (const one of some) {
      const back = times(inverse(one) ?? IDENTITY, one)
      for (const [name, value] of Object.entries(back)) expect(value).toBeCloseTo(IDENTITY[name as 'a'], 9)
    }
  })
  it('a turn is found, a slant and a mirror are none', () => {
    expect(turnOf(matrixOf([0.6, 0.8, -0.8, 0.6, 1, 2]))?.degrees).toBeCloseTo(53.13, 2)
    expect(turnOf(matrixOf([1, 0, 0.5, 1, 0, 0]))).toBeUndefined()
    expect(turnOf(matrixOf([-1, 0, 0, 1, 0, 0]))).toBeUndefined()
  })
})

describe('as stored', () => {
  const form = { isEvenOdd: false, isRound: false, isLine: false }
  it('is a valid outline in thousandths of its box', () => {
    const steps = moved(readPath('M0 0H40V20A20 20 0 0 1 0 20Z'), matrixOf([3, 1, -1, 3, 100, 50]))
    const stored = outlineIn(steps, boundsOf(pointsOf(steps)), form)
    expect(readOutline(stored)?.path).toMatch(/^M/)
  })
  it('a line without an area, too', () => {
    const steps = readPath('M0 5H40')
    expect(outlineIn(steps, boundsOf(pointsOf(steps)), form)).toBe('M0,0 L1000,0')
  })
  it('one that is too long is none', () => {
    const steps = readPath(`M0 0${'L33.333 66.667'.repeat(2000)}`)
    expect(outlineIn(steps, { x: 0, y: 0, width: 70, height: 70 }, form)).toBeUndefined()
  })
})
