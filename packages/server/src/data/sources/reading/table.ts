import {
  SOURCE_CELL_MAX,
  SOURCE_COLUMNS_MAX,
  SOURCE_ROWS_MAX,
  type SourcePreview,
} from '@vitrine/contract/api/data/sources'
import type { SourceCell } from '@vitrine/contract/document/source-data'
import type { Died } from '#lib/work/killable-pool.ts'

/** Why a document can't be parsed as a table; the message is shown below a form field. */
export class Unreadable extends Error {
  readonly field: 'stop' | undefined
  constructor(message: string, field?: 'stop') {
    super(message)
    this.field = field
  }
}

export const WHY_DIED: Record<Died, string> = {
  time: 'This document takes too long to read',
  memory: 'This document needs too much memory',
  unstarted: "This document can't be read right now",
}

/** Maximum bytes of a table as JSON; a screen stores it next to its manifest. */
const BYTES_MAX = 256 * 1024
const NAME_MAX = 100

/** Truncates rows and cells to their limits, with short and unique column names. */
export function tableOf(names: readonly string[], rows: Iterable<readonly unknown[]>): SourcePreview {
  const columns = namesOf(names.slice(0, SOURCE_COLUMNS_MAX))
  const kept: SourceCell[][] = []
  let found = 0
  let bytes = 0
  for (const row of rows) {
    const cells = columns.map((_, index) => cellOf(row[index]))
    if (cells.every((cell) => cell === null || cell === '')) continue
    found++
    if (kept.length >= SOURCE_ROWS_MAX || bytes > BYTES_MAX) continue
    bytes += Buffer.byteLength(JSON.stringify(cells)) + 1
    if (bytes <= BYTES_MAX) kept.push(cells)
  }
  return { columns, rows: kept, found }
}

function namesOf(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((given, index) => {
    const name =
      oneLine(given)
        .replace(/[{}|:]/g, ' ')
        .trim()
        .slice(0, NAME_MAX) || `Column ${index + 1}`
    let free = name
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`
    taken.add(free.toLowerCase())
    return free
  })
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

function cellOf(value: unknown): SourceCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  // Line breaks stay; PostgreSQL refuses NUL, and other control characters show as boxes.
  return String(value)
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
    .slice(0, SOURCE_CELL_MAX)
    .replace(/[\ud800-\udbff]$/, '')
}
