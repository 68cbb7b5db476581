import { expect, test } from 'vitest'
import { checkLocale, checkNames, checkWords, wordsIn } from './words.mjs'

const ui = 'packages/console/src/ui/x.ts'
const check = (text, { file = ui, isTest = false, budgets = {} } = {}) =>
  checkWords([{ file, text, isTest }], budgets).problems

test('a source file is split into comments, test titles, and sentences', () => {
  const text = [
    '// Why it waits',
    "const a = 'plain'",
    "throw new Error('The file is missing')",
    "test.each(CASES)('deleting %s deletes its files', () => {",
    "const url = 'http://example.org/x'",
    '/* First line',
    ' * second line */',
  ].join('\n')
  expect(wordsIn(text).map(({ kind, line }) => `${kind} ${line}`)).toEqual([
    'comment 1',
    'sentence 3',
    'title 4',
    'comment 6',
    'comment 7',
  ])
})

test.each([
  "notFound('Nobody is logged in')",
  "notFound('This code is over')",
  "notFound('The licence has expired')",
  'notFound(`Check your e-mail address`)',
])('messages in code may not have words to avoid: %s', (text) => {
  expect(check(text)).toHaveLength(1)
})

test('a message in plain words, and code that uses such names, pass', () => {
  expect(check("notFound('No one is logged in')\nconst licence = colour(meanwhile)")).toEqual([])
})

test('messages of tests are not checked, their titles are', () => {
  const options = { file: 'packages/console/src/ui/x.test.ts', isTest: true }
  expect(check("expect(text).toBe('Nobody is logged in')", options)).toEqual([])
  expect(check("test('nobody is logged in', () => {})", options)).toHaveLength(2)
})

test('comments may have as many lines with words to avoid as the budget of their room', () => {
  const text = '// Somebody waits\n// and nobody comes\n// so it ends'
  expect(check(text, { budgets: { console: 2 } })).toEqual([])
  expect(check(text, { budgets: { console: 1 } })[0]).toMatch(/^console: 2 lines .* the budget is 1/)
  expect(check(text, { budgets: { server: 2 } })[0]).toMatch(/^console: 2 lines .* the budget is 0/)
})

test.each([
  '// The screen is told what changed',
  '// An upload goes on where it broke off',
  '// What is kept of it lies in the store',
])('comments may not have phrases that are riddles: %s', (text) => {
  expect(check(text)).toHaveLength(2)
})

test('documents are checked outside of code', () => {
  expect(check('Whoever reads this', { file: 'docs/player.md' })).toHaveLength(2)
  expect(check('The route `/licences/programme`', { file: 'docs/player.md' })).toEqual([])
})

test.each([
  'Choose a storyboard, card or layout',
  'Price lists, calendars and feeds. They update automatically.',
  'The TV is not as planned',
  'Put the screens where they hang',
])('texts of the locale are punctuated, contracted, and worded alike: %s', (text) => {
  expect(checkLocale('en-us.json', { text })).toHaveLength(1)
})

test('texts of the locale may have two things after a comma', () => {
  const texts = [
    'Six letters, uppercase or lowercase, with a space',
    'In cities, on analog or digital clocks',
    'A, B, or C',
  ]
  expect(checkLocale('en-us.json', { texts: Object.fromEntries(texts.entries()) })).toEqual([])
})

test('texts of the locale may not have words to avoid, except the specification’s', () => {
  const texts = { menu: { open: 'Sign in', save: 'Save' }, errors: { old: 'Nobody is here' } }
  expect(checkLocale('en-us.json', texts)).toHaveLength(2)
  expect(checkLocale('en-us.json', texts, { 'errors.old': 'Nobody is here' })).toEqual([
    expect.stringMatching(/^en-us.json: menu.open: "Sign in"/),
  ])
  expect(checkLocale('en-us.json', { disk: '%{percent} % used' })).toHaveLength(1)
})

test.each(['const goOn = use()', 'publisher.tell(news)', 'socket.hear = read', 'let programme = null'])(
  'names in code may not be riddles: %s',
  (code) => expect(checkNames({ file: ui, text: code })).toHaveLength(1),
)

test('strings, comments, and stored names may have them', () => {
  const text = "// tell\nconst { programme } = row\nread('hear')"
  expect(checkNames({ file: ui, text })).toEqual([])
})
