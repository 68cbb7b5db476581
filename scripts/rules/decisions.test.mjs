import { expect, test } from 'vitest'
import { checkDecisions } from './decisions.mjs'

const page = (name, text = '# 001: A thing\n') => ({ file: `docs/decisions/${name}`, text })
const index = (...rows) => page('README.md', rows.join('\n'))

test('a decision is listed once, and a listed one exists', () => {
  expect(checkDecisions([index('- [001](001-a.md) A thing'), page('001-a.md')])).toEqual([])
  expect(checkDecisions([index(), page('001-a.md')])).toEqual([expect.stringContaining('list 001-a.md')])
  expect(checkDecisions([index('- [001](001-a.md) A thing')])).toEqual([
    expect.stringContaining("doesn't exist"),
  ])
})

test('a replaced decision says so in the page and in the index', () => {
  const replaced = page('001-a.md', '# 001: A thing\n\n*Its limits are replaced by [002](002-b.md).*\n')
  expect(checkDecisions([index('- [001](001-a.md) A thing'), replaced])).toHaveLength(1)
  expect(checkDecisions([index('- [001](001-a.md) A thing. *Replaced by 002*'), replaced])).toEqual([])
  expect(
    checkDecisions([index('- [001](001-a.md) A thing. *Replaced by 002*'), page('001-a.md')]),
  ).toHaveLength(1)
})
