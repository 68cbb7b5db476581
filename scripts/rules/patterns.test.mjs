import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../setup/root.mjs'
import { checkPatterns, patternsIn } from './patterns.mjs'

const problems = (text, audited = []) =>
  checkPatterns([{ file: 'packages/server/src/lib/x.ts', text }], audited)

describe('regular expressions take linear time', () => {
  test.each([
    ['exponential', String.raw`const a = /<\/svg\s*>\s*(<!--.*-->\s*)*$/is`],
    ['exponential', `/^(a+)+$/.test(text)`],
    ['polynomial', String.raw`text.replace(/\/+$/, '')`],
    ['polynomial', String.raw`text.split(/\s*,\s*/)`],
    ['polynomial', String.raw`new RegExp('^\\s*(-?)(.*)$', 'u')`],
    ['polynomial', `RegExp('<!--[^]*?-->')`],
    ['nobody can check', 'new RegExp(text)'],
    ['nobody can check', ['new RegExp(`^$', '{text}$`)'].join('')],
  ])('%s: %s is refused', (why, code) => {
    expect(problems(code)).toEqual([expect.stringContaining(why)])
  })

  test.each([
    `/^[a-z]+(-[a-z]+)*$/.test(text)`,
    `new RegExp(/[,;]/, 'g')`,
    `const half = a / b / c`,
    '// no code: /(a+)+$/',
    `const text = '/(a+)+$/'`,
  ])('%s is fine', (code) => expect(problems(code)).toEqual([]))

  test('every way of writing one is read', () => {
    const text = 'const a = <p title={/a/.source}>{b.replace(/b/g, (c) => /c/.source + c)}</p>'
    expect(patternsIn({ file: 'x.tsx', text }).map(({ pattern }) => pattern)).toEqual(['a', 'b', 'c'])
  })

  test('an audited one passes in its file, and is reported after its removal', () => {
    const audited = [{ file: 'packages/server/src/lib/x.ts', pattern: '/(a+)+$/' }]
    expect(problems('/(a+)+$/', audited)).toEqual([])
    expect(problems('/(b+)+$/', audited)).toHaveLength(2)
  })

  test('all of the product do', () => {
    const listed = spawnSync(
      'git',
      ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard', 'packages'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    const files = listed.stdout
      .split('\n')
      .filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(root, file)))
      .map((file) => ({
        file,
        text: readFileSync(path.join(root, file), 'utf8'),
        isTest: /\.test\.tsx?$/.test(file),
      }))
    expect(files.length).toBeGreaterThan(500)
    expect(checkPatterns(files).join('\n')).toBe('')
  }, 600_000)
})
