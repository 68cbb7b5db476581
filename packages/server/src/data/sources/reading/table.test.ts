import { expect, it } from 'vitest'
import { tableOf } from './table.ts'

const rows = (count: number, ...cells: unknown[]) => Array.from({ length: count }, () => cells)
/** A row of so many bytes as JSON, with the comma after it. */
const sized = (bytes: number) => ['x'.repeat(bytes - 5)]

it('keeps as much as a source may have, and drops the rest', () => {
  const kept = (...parts: Parameters<typeof tableOf>) => {
    const { columns, rows, found } = tableOf(...parts)
    return [columns.length, rows.length, found]
  }
  const names = (count: number) => Array.from({ length: count }, (_, n) => `Column ${n}`)
  expect(kept(['A'], rows(1000, 1))).toEqual([1, 1000, 1000])
  expect(kept(['A'], rows(1001, 1))).toEqual([1, 1000, 1001])
  expect(kept(names(40), rows(1, ...names(40)))).toEqual([40, 1, 1])
  expect(tableOf(names(41), rows(1, ...names(41))).rows).toEqual([names(40)])
  for (const [length, expected] of [
    [2000, 2000],
    [2001, 2000],
  ] as const)
    expect(tableOf(['A'], [['y'.repeat(length)]]).rows[0]?.[0]).toHaveLength(expected)
  const full = rows(255, ...sized(1024))
  expect(kept(['A'], [...full, sized(1024)])).toEqual([1, 256, 256])
  expect(kept(['A'], [...full, sized(1025)])).toEqual([1, 255, 256])
})
