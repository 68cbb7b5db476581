import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

const cell = (text: string) => csvLines([['name', (row: string) => row]], [text]).trimEnd()

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'])(
  'a text that begins with %s is no formula, even behind what spreadsheets skip',
  (sign) => {
    for (const before of [
      '',
      ' ',
      '\t',
      '\r',
      '\n',
      '\u00a0',
      '\u3000',
      '\ufeff',
      '\u200b',
      '\u0000',
      ' \t ',
    ])
      expect(cell(`${before}${sign}1+1`).replace(/^"/, ''), JSON.stringify(before)).toMatch(/^'/)
  },
)

test.each(['\t', '\r', '\n'])('a text that begins with %j is quoted and no formula', (sign) => {
  expect(cell(`${sign}text`)).toBe(`"'${sign}text"`)
})

test.each([
  ['a=b', 'a=b'],
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['"', '""""'],
])('%j stays %j', (text, written) => expect(cell(text)).toBe(written))
