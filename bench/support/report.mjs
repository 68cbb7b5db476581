import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const cellsOf = ({ what, value, unit = '', target = '', met }) => [
  what,
  `${typeof value === 'number' ? Number(value.toPrecision(4)) : value} ${unit}`.trim(),
  target,
  met === undefined ? '' : met ? 'met' : 'MISSED',
]
const print = (cells, widths) =>
  console.log(`  ${cells.map((cell, column) => cell.padEnd(widths[column])).join('   ')}`)

/**
 * Prints rows as a table and stores them as JSON in `.cache/bench/<name>.json`. A row is `{ what, value, unit, target?,
 * met? }`; important values are compared with a ceiling measured in the same run.
 */
export function report(name, rows) {
  const cells = rows.map(cellsOf)
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column].length)))
  console.log(`\n${name}`)
  for (const row of cells) print(row, widths)
  keep(name, rows)
}

/** The same for a bench that takes minutes: `say` prints rows immediately, `end` stores them. */
export function reporting(name) {
  const rows = []
  console.log(`\n${name}`)
  return {
    say(...more) {
      rows.push(...more)
      for (const row of more) print(cellsOf(row), [90, 24, 12, 0])
    },
    end: () => keep(name, rows),
  }
}

function keep(name, rows) {
  const folder = path.resolve(import.meta.dirname, '../../.cache/bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify({ name, rows }, null, 2)}\n`)
}

/** The value below which the share `part` (0 to 1) of the numbers is. */
export function percentile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]
}

export const median = (numbers) => percentile(numbers, 0.5)
