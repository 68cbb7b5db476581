import { expect, test } from 'vitest'
import { readChecklist, rowsNamedIn } from './rules/checklist.mjs'

test('a test names single rows and ranges', () => {
  const text = "test('M-003 and A-026…A-028, W-001…002')"
  expect(rowsNamedIn(text)).toEqual(['M-003', 'A-026', 'A-027', 'A-028', 'W-001', 'W-002'])
})

test('what only looks like a row is none', () => {
  expect(rowsNamedIn('SAMPLE-0001 UTF-8 ISO-8601')).toEqual([])
})

test('areas, rows and reasons are read', () => {
  const [area] = readChecklist(
    '# List\n\n## Media\n\n- M-001 crumbs\n- M-002 first crumb no test: it is a word\n',
  )
  expect(area).toEqual({
    title: 'Media',
    rows: [
      { id: 'M-001', words: 'crumbs', reason: undefined },
      { id: 'M-002', words: 'first crumb', reason: 'it is a word' },
    ],
  })
})

test('a row that stands twice is an error', () => {
  expect(() => readChecklist('## M\n- M-001 a\n- M-001 b')).toThrow('M-001')
})
