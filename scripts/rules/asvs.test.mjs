import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../setup/root.mjs'
import { checkAsvs } from './asvs.mjs'

const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8')

test('docs/security.md names each requirement of levels 1 and 2 once, counts them, and cites what exists', () => {
  expect(checkAsvs(page)).toEqual([])
})

/** The first line with this text, changed. */
const changed = (text, change) => {
  const lines = page.split('\n')
  const at = lines.findIndex((line) => line.includes(text))
  expect(at).toBeGreaterThan(0)
  return lines.with(at, change(lines[at])).join('\n')
}

test.each([
  ['a missing line', changed('| V1.2.4 |', () => ''), 'V1.2.4 is named 0 times'],
  ['a repeated line', changed('| V1.2.4 |', (line) => `${line}\n${line}`), 'V1.2.4 is named 2 times'],
  ['a requirement of level 3', `${page}\nV1.2.10`, 'V1.2.10 is not a requirement'],
  ['an unknown status', changed('| V1.2.4 |', (line) => line.replace('| met |', '| done |')), 'done is not'],
  ['another sum', changed('| [V8 ', (line) => line.replace('| 7 |', '| 6 |')), 'V8: the summary must say 7'],
  ['another total', changed('| **all** |', (line) => line.replace('**253**', '**250**')), 'in total'],
  [
    'a missing file',
    changed('| V8.4.1 |', (line) => line.replace('db/scoped.test.ts', 'db/none.test.ts')),
    "db/none.test.ts doesn't exist",
  ],
  [
    'a name that the file lacks',
    changed('| V8.4.1 |', (line) => line.replace('AUTHZ-16', 'SSRF-01')),
    'contains SSRF-01',
  ],
  [
    'a quote that the file lacks',
    changed('“run in this order”', (line) => line.replace('run in', 'run out of')),
    'contains run out of this order',
  ],
])('finds %s', (_what, text, problem) => {
  expect(checkAsvs(text).join('\n')).toContain(problem)
})
