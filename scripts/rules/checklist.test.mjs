import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FAULTS } from '../mutate/faults.mjs'
import { root } from '../setup/root.mjs'
import { rangesIn, readChecklist, rowsNamedIn, unknownNames } from './checklist.mjs'

describe('names of rows', () => {
  test('a test names single rows', () => {
    expect(rowsNamedIn("test('M-003, M-004: hides')\n['A-026', 1]")).toEqual(['M-003', 'M-004', 'A-026'])
  })
  test('what only looks like a row is none', () => {
    expect(rowsNamedIn('SAMPLE-0001 UTF-8 ISO-8601')).toEqual([])
  })
  test('a comment names none', () => {
    expect(rowsNamedIn(' * as M-003 says\n// M-004\nfoo() // M-005')).toEqual([])
  })
  test('a name with letters and two digits is one, too', () => {
    expect(rowsNamedIn("test('PLAY-14 SSRF-03: x')")).toEqual(['PLAY-14', 'SSRF-03'])
  })
  test('unknown are ids of a known prefix, and in titles those of any prefix', () => {
    const known = new Set(['M-003', 'PLAY-14'])
    const text = "test('M-003 PLAY-15 NEW-01 UTF-16 x', () => check('GMT-12', 'OLD-01', 'M-004'))"
    expect(unknownNames(text, known)).toEqual(['PLAY-15', 'M-004', 'NEW-01'])
  })
  test.each(['A-026…A-031', 'A-026…031', 'A-010–A-015'])('the range %s is found', (range) => {
    expect(rangesIn(`test('${range}: all')`)).toEqual([range])
  })
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

test('a duplicate row is an error', () => {
  expect(() => readChecklist('## M\n- M-001 a\n- M-001 b')).toThrow('M-001')
})

describe('seeded faults', () => {
  const checklist = readChecklist(readFileSync(path.join(root, 'docs', 'checklist.md'), 'utf8'))
  const rows = new Set(checklist.flatMap((area) => area.rows.map(({ id }) => id)))

  test('are at least 60, and every area has one', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(60)
    const letters = new Set([...rows].map(([letter]) => letter))
    expect(new Set(FAULTS.map(({ row }) => row[0]))).toEqual(letters)
  })
  test.each(FAULTS)('$row, $file: its text is there once, and its test names the row', (fault) => {
    expect(rows).toContain(fault.row)
    const source = readFileSync(path.join(root, fault.file), 'utf8')
    expect(source.split(fault.find), fault.find).toHaveLength(2)
    expect(fault.replace).not.toBe(fault.find)
    expect(existsSync(path.join(root, fault.test)), fault.test).toBe(true)
    expect(rowsNamedIn(readFileSync(path.join(root, fault.test), 'utf8'))).toContain(fault.row)
  })
})
