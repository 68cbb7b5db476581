import { expect, test } from 'vitest'
import { cjkOf, fallbackFamilies, fontSetsOf } from './load-fonts.ts'

test.each([
  ['Bread', 'en-us', []],
  ['中文', 'en-us', ['sc']],
  ['中文', 'zh-tw', ['tc', 'sc']],
  ['中文', 'ja', ['jp', 'sc']],
  ['寿司とラーメン', 'en-us', ['jp', 'sc']],
  ['メニュー', 'zh-cn', ['jp']],
  ['비빔밥 定食', 'de', ['kr', 'sc']],
  ['비빔밥', 'de', ['kr']],
])('%s in %s is drawn with the fonts %j', (text, locale, fonts) => {
  expect(cjkOf(text, locale)).toEqual(fonts)
})

test.each([
  ['plain', ['letters']],
  ['😀', ['letters', 'emoji']],
  ['☀️', ['letters', 'emoji']],
  ['1️⃣', ['letters', 'emoji']],
])('%s needs the sets %j', (text, sets) => {
  expect(fontSetsOf(text, 'en-us')).toEqual(sets)
})

test.each([
  ['a common font', 'Bread', ['Arial'], ['letters']],
  ['an open family', 'Bread', ['Arial', 'Lora'], ['letters', 'families']],
  ['an own font', 'Bread', ['font:019a'], ['letters']],
  ['Hebrew in a font without', 'לחם', ['Bebas Neue'], ['letters', 'families']],
  ['Hebrew in the usual font', 'לחם', [], ['letters', 'families']],
])('%s needs its rules', (_name, text, fonts, sets) => {
  expect(fontSetsOf(text, 'en-us', fonts)).toEqual(sets)
})

test('Hebrew comes before the characters of Asia', () => {
  expect(fallbackFamilies('לחם 中文', 'en-us')).toEqual(['"Rubik"', '"Noto Sans SC Variable"'])
  expect(fallbackFamilies('Bread خبز Хлеб', 'en-us')).toEqual([])
})
