import { expect, test } from 'vitest'
import { checkFunctions, longFunctions } from './functions.mjs'

const file = 'packages/console/src/ui/x.tsx'
const lines = (count) => Array.from({ length: count }, () => '  <p />').join('\n')

test.each([
  ['a function', `function Screen() {\n  return <>\n${lines(58)}\n  </>\n}`, 'Screen'],
  ['an arrow function', `const useScreen = () => {\n  return <>\n${lines(58)}\n  </>\n}`, 'useScreen'],
  ['a method', `class Store {\n  open() {\n  return <>\n${lines(58)}\n  </>\n  }\n}`, 'open'],
  ['a callback', `memo(() => {\n  return <>\n${lines(58)}\n  </>\n})`, 'a callback'],
])('%s with more than 60 lines is found by its name', (_kind, text, name) => {
  expect(longFunctions({ file, text }).map((long) => long.name)).toEqual([name])
})

test('a function with 60 lines passes', () => {
  expect(longFunctions({ file, text: `function Screen() {\n  return <>\n${lines(56)}\n  </>\n}` })).toEqual(
    [],
  )
})

test('a package can have as many long functions as its budget allows, and its tests any number', () => {
  const text = `\nfunction Screen() {\n  return <>\n${lines(58)}\n  </>\n}`
  const check = (budget, isTest = false) => checkFunctions([{ file, text, isTest }], { console: budget })
  expect(check(1)).toEqual([])
  expect(check(0, true)).toEqual([])
  expect(check(0)).toEqual([
    expect.stringContaining('1 functions are longer than 60 lines; the budget is 0'),
    `  ${file}:2: Screen, 62 lines`,
  ])
})
