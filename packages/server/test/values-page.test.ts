import { readFileSync } from 'node:fs'
import path from 'node:path'
import { screenRows, shownValues } from '@vitrine/contract/document/screen-values'
import { fillText, type SourceData } from '@vitrine/contract/document/source-data'
import { fillAddress } from '@vitrine/contract/sites/screen-address'
import { expect, it } from 'vitest'

/** The tables of docs/values.md, without their lines of dashes. */
const tables = readFileSync(path.join(import.meta.dirname, '../../../docs/values.md'), 'utf8')
  .split('\n\n')
  .filter((block) => block.startsWith('|'))
  .map((block) =>
    block
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('|---'))
      .map((line) =>
        line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim().replace(/^`|`$/g, '').replaceAll('\\|', '|')),
      ),
  )
const [source = [], values = [], texts = [], addresses = []] = tables

const FIELDS = [
  { id: '1', name: 'Manager', kind: 'text', source: '' },
  { id: '2', name: 'Branch', kind: 'row', source: 'Branches' },
] as const

function rowsOf(screen: string) {
  const [columns = [], ...rows] = source
  const branches: SourceData = { columns, rows, at: 0 }
  const [, ...cells] = values.find(([name]) => name === screen) ?? []
  const held = FIELDS.map(({ id }, index) => ({ fieldId: id, value: cells[index] ?? '' }))
  const own = screenRows(
    shownValues(
      FIELDS,
      held.filter(({ value }) => value !== ''),
    ),
  )
  return (key: string) => (key === 'screen' ? own : key === 'branches' ? branches : undefined)
}

it.each([
  ['texts', texts, fillText],
  ['addresses', addresses, fillAddress],
] as const)('docs/values.md says what %s show', (_what, table, fill) => {
  const [[, ...screens] = [], ...rows] = table
  expect(screens).toEqual(['Zamalek door', 'Smouha door', 'New shop'])
  expect(rows.length).toBeGreaterThan(1)
  for (const [written = '', ...shown] of rows)
    expect(
      screens.map((screen) => fill(written, rowsOf(screen))?.trim() ?? ''),
      written,
    ).toEqual(shown)
})
